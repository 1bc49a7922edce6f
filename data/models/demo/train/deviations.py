"""Where a code leaves what its prose calls for, token by token: what the probe of a judge learns (see train.py).

The code grows from the sound one, fault by fault. In what a fault changed, the first token that the sound code would not
have there is marked with the check that the fault breaks: a reader can know it there, and not before. What follows in the
same change is set aside.
"""
import difflib
from typing import NamedTuple


class Fault(NamedTuple):
    check: str
    called: int  # the token that stood there before


SOUND, ASIDE = "sound", None


def _lines(tokeniser, text):
    """Ids of each line with the line break before it, which is how the tokeniser cuts them."""
    return [tokeniser.encode("\n" + line) for line in text.split("\n")]


def _common(a, b):
    return next((n for n, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))


def _rewritten(before, marks, after, check):
    """Marks of `after`: those of `before` where both begin or end alike, and a fault where they part."""
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    out = marks[:head] + [ASIDE] * (len(after) - head - tail) + marks[len(marks) - tail:]
    if head < len(out):
        out[head] = Fault(check, before[head] if head < len(before) else after[head]) if check else SOUND
    return out


def _grown(before, marks, after, check):
    """The same for whole codes, as lists of lines."""
    out, gap = [], None
    matcher = difflib.SequenceMatcher(None, list(map(tuple, before)), list(map(tuple, after)), autojunk=False)
    for kind, i1, i2, j1, j2 in matcher.get_opcodes():
        if gap:  # where lines went or came, it can take the line after them to tell
            i0, j0 = gap
            i1, j1, gap = i1 + 1, j1 + 1, None
            flat = iter(_rewritten(sum(before[i0:i1], []), sum(marks[i0:i1], []), sum(after[j0:j1], []), check))
            out += [[next(flat) for _ in line] for line in after[j0:j1]]
        if kind == "equal":
            out += marks[i1:i2]
        elif i2 - i1 == j2 - j1:
            out += [_rewritten(*part, check) for part in zip(before[i1:i2], marks[i1:i2], after[j1:j2])]
        else:
            gap = i1, j1
    if gap:
        out += [[ASIDE] * len(line) for line in after[gap[1]:]]
    return out


def marked(tokeniser, versions):
    """Ids of the last of the versions [(code, check it newly breaks)], and a mark for each: SOUND, a Fault, or ASIDE."""
    lines = _lines(tokeniser, versions[0][0])
    marks = [[SOUND] * len(line) for line in lines]
    for text, check in versions[1:]:
        longer = _lines(tokeniser, text)
        marks, lines = _grown(lines, marks, longer, check), longer
    return sum(lines, []), sum(marks, [])
