"""Records of the synthetic corpus: a prompt, rendered from the project's own compact templates, and its reply.

Tasks: dual (prose and code), prose, code (of a given prose), judge (four verdicts as JSON). Drills are shorter and denser:
copy    numbers and tickers, from prose into a list or a header
sides   what follows from "long-only" and "long-short"
same    whether two lists of numbers agree, name by name
compare the judge's question about a few lines of each
contrast the same about one or two aspects
proof   a verdict after every line of a code
The judge's question with the sound version of its code, so that a probe can learn where the code deviates (deviations.py):
numbers parameters and risk rules alone
keys    the lines that carry meaning
whole   a strategy
"""
import difflib
import hashlib
import json
import pathlib
import random
import re
import string
from typing import NamedTuple

import strategies

TEMPLATES = pathlib.Path(__file__).resolve().parents[4] / "templates" / "prompts"
TASKS = ["dual", "prose", "code", "judge"]
CHECKS = "dixm"
LANGUAGE = {"language": "TypeScript", "closes": "df.close", "tag": "ts"}
STUDY_TICKERS = "SPX SPY QQQ IWM EFA TLT GLD XLF XLE".split()
OTHER_TICKERS = "DIA AAPL MSFT NVDA TSLA AMZN XLK EEM META JPM KO".split()

# Share of each task by number of records, and how often code differs from its prose, by fault.
CANDIDATE_A = {
    "next": 0.045, "peek": 0.02, "broken": 0.02, "lookback": 0.045, "level": 0.025, "missing-rule": 0.03,
    "missing-exit": 0.02, "added-exit": 0.015, "flipped": 0.015, "sides": 0.02, "indicator": 0.01, "condition": 0.03,
}
CANDIDATE_B = {
    "next": 0.08, "peek": 0.03, "broken": 0.025, "lookback": 0.06, "level": 0.04, "missing-rule": 0.05,
    "missing-exit": 0.04, "added-exit": 0.01, "flipped": 0.02, "sides": 0.03, "indicator": 0.01, "condition": 0.02,
}
JUDGED = {
    "next": 0.03, "peek": 0.03, "broken": 0.02, "lookback": 0.12, "level": 0.08, "missing-rule": 0.08,
    "missing-exit": 0.07, "added-exit": 0.06, "flipped": 0.08, "sides": 0.07, "indicator": 0.03, "condition": 0.05,
}
MIXES = {
    "drills": ({"copy": 0.6, "compare": 0.32, "dual": 0.05, "judge": 0.03}, CANDIDATE_A),
    "copying": ({"copy": 0.9, "dual": 0.06, "code": 0.04}, CANDIDATE_A),
    "mixed": ({"copy": 0.45, "compare": 0.12, "dual": 0.2, "prose": 0.03, "code": 0.07, "judge": 0.13}, CANDIDATE_A),
    "base": ({"copy": 0.2, "compare": 0.15, "dual": 0.3, "prose": 0.05, "code": 0.1, "judge": 0.2}, CANDIDATE_A),
    "sides": ({"sides": 0.45, "copy": 0.1, "dual": 0.33, "prose": 0.03, "code": 0.09}, CANDIDATE_A),
    "deciding": ({"sides": 0.1, "copy": 0.1, "dual": 0.56, "prose": 0.06, "code": 0.18}, CANDIDATE_A),
    "candidate-a": ({"copy": 0.1, "dual": 0.6, "prose": 0.08, "code": 0.22}, CANDIDATE_A),
    "candidate-b": ({"copy": 0.1, "dual": 0.6, "prose": 0.1, "code": 0.2}, CANDIDATE_B),
    "contrasts": ({"copy": 0.15, "same": 0.4, "contrast": 0.35, "compare": 0.05, "judge": 0.05}, CANDIDATE_A),
    "proofs": ({"copy": 0.05, "proof": 0.75, "same": 0.1, "contrast": 0.05, "judge": 0.05}, CANDIDATE_A),
    "judge-proofs": ({"copy": 0.02, "proof": 0.3, "contrast": 0.08, "compare": 0.2, "judge": 0.4}, CANDIDATE_A),
    "flagging": ({"copy": 0.05, "numbers": 0.6, "keys": 0.15, "whole": 0.2}, None),
    "judging": ({"copy": 0.03, "numbers": 0.12, "keys": 0.2, "whole": 0.65}, None),
    "judge": ({"copy": 0.03, "same": 0.1, "contrast": 0.25, "compare": 0.12, "judge": 0.5}, CANDIDATE_A),
}

# Mixes whose prose names the sides in its first line (see strategies.prose).
SIDED = {"drills", "copying", "mixed", "base", "sides", "deciding", "contrasts", "judge", "proofs", "judge-proofs"}


def template_text(task):
    return (TEMPLATES / f"{task}.compact.njk").read_text()


def digests():
    """SHA-256 of each compact template, as the model card holds it."""
    return {f"{task}.compact": hashlib.sha256(template_text(task).encode()).hexdigest() for task in TASKS}


SOURCES = {task: template_text(task) for task in TASKS}


def render(task, **values):
    """The compact forms use placeholders only, so this and Nunjucks give the same text; a test holds them together."""
    values = {**LANGUAGE, **values}
    return re.sub(r"\{\{ (\w+) \}\}", lambda m: values[m.group(1)], SOURCES[task]).rstrip("\n")


def ticker(r):
    chance = r.random()
    if chance < 0.5:
        return r.choice(STUDY_TICKERS)
    if chance < 0.65:
        return r.choice(OTHER_TICKERS)
    return "".join(r.choice(string.ascii_uppercase) for _ in range(r.randint(2, 4)))


def windows(r):
    """Five calendar years known, the next two traded, sometimes ending early: as in the studies that ship."""
    year, length = r.randint(1998, 2020), r.choice([4, 5, 5, 5])
    end = "12-31" if r.random() < 0.85 else f"{r.randint(1, 12):02d}-{r.randint(1, 28):02d}"
    start = year + length
    return {"inStart": f"{year}-01-01", "inEnd": f"{start - 1}-12-31",
            "outStart": f"{start}-01-01", "outEnd": f"{start + r.choice([0, 1, 1, 1])}-{end}"}


def choose(r, shares):
    """A key by its share; None for what is left of 1."""
    chance = r.random()
    for key, share in shares.items():
        chance -= share
        if chance < 0:
            return key
    return None


def verdict(checks):
    return json.dumps(checks)


class Record(NamedTuple):
    task: str
    prompt: str
    reply: str
    fault: str | None = None
    versions: list | None = None  # what a judged code grew from, when its tokens are to be marked (see deviations.py)


def copy_drill(r, sides):
    s = strategies.specification(r)
    if r.random() < 0.5:
        names = list({**s["parameters"], **s["risk"], "len": 0, "out": 0, "fast": 0, "slow": 0, "stop": 0, "time": 0})
        r.shuffle(names)
        pairs = ", ".join(f"{name} = {r.choice(strategies.LOOKBACKS + [2, 3, 8, 15, 25, 30, 40, 60, 70])}" for name in names)
        text = f"{pairs}, ticker {ticker(r)}"
        return "Copy: " + text, text
    prose = strategies.prose(r, s, ticker(r), sides)
    header = next(line for line in strategies.code(s).splitlines() if line.startswith("  const ") and " = df" not in line and "c.length" not in line)
    return "Header.\n\n" + prose, header


def compare_drill(r, sides):
    """The judge's question about a few lines of each: two strategies' headers, conditions and exits."""
    s = strategies.specification(r)
    fault = choose(r, JUDGED)
    text, checks = strategies.faulty(r, s, fault)
    prose = [line for line in strategies.prose(r, s, ticker(r), sides).splitlines() if not line.startswith(("Strategy", "Claimed"))]
    kept = re.compile(r"  const \w+ = [\d.]+|    const (buy|sell) =|      if \(|    \} else if|  const (avg|ema) =")
    lines = [line for line in text.splitlines() if kept.match(line)]
    prompt = render("judge", prose="\n".join(prose), code="\n".join(lines))
    return prompt, verdict(checks)


# What a contrast drill shows of the prose, and of the code.
ASPECTS = [
    (("Inputs", "Risk"), re.compile(r"  const \w+ = [\d.]+")),
    (("Inputs", "Entry"), re.compile(r"    const (buy|sell) =|    \} else if|  const (avg|ema) =")),
    (("Exit", "Risk"), re.compile(r"      if \((?!d )")),
]


def contrast_drill(r, sides):
    """The judge's question about one or two aspects of a strategy; a fault that they do not show does not count."""
    s = strategies.specification(r)
    shown = r.sample(ASPECTS, r.choice([1, 1, 2]))
    labels = {label for names, _ in shown for label in names}
    fault = choose(r, JUDGED)
    if fault == "sides" and "Entry" not in labels:
        fault = None  # the code's exits would show it, the prose would not
    text, checks = strategies.faulty(r, s, fault)
    lines_of = lambda code: [line for line in code.splitlines() if any(kept.match(line) for _, kept in shown)]
    lines = lines_of(text)
    if lines == lines_of(strategies.code(s)):
        checks = dict.fromkeys("dixm", True)
    prose = [line for line in strategies.prose(r, s, ticker(r), sides).splitlines() if line.split(":")[0] in labels]
    return render("judge", prose="\n".join(prose), code="\n".join(lines)), verdict(checks)


def same_drill(r, sides):
    """Whether values agree, name by name: what all of a judge's questions about numbers come down to."""
    s = strategies.specification(r)
    said = {**s["parameters"], **s["risk"]}
    pool = strategies.LOOKBACKS + [2, 3, 8, 15, 25, 30, 40, 60, 70]
    done = {name: r.choice(pool) if r.random() < 0.4 else value for name, value in said.items()}
    text = strategies.prose(r, s, ticker(r), sides).splitlines()
    shown = [line for line in text if line.startswith(("Inputs", "Risk"))]
    answer = ", ".join(f"{name} {json.dumps(str(said[name]) == str(done[name]))}" for name in said)
    return "Same?\n" + "\n".join(shown) + f"\n  const {strategies.listed(done)};", answer


def sides_drill(r, sides):
    """From the first line of a strategy, what must follow from it: its entry, and where its code trades both sides."""
    s = strategies.specification(r)
    prose = strategies.prose(r, s, ticker(r), sides).splitlines()
    entry = next(line for line in prose if line.startswith("Entry"))
    lines = strategies.code(s).splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("    } else if (buy)"))
    return "Sides.\n\n" + prose[0], "\n".join([entry, *lines[at - 1:]])


KEY_LINE = re.compile(r"    const (buy|sell) =|      if \((?!d )|    \} else if|  const (avg|ema) =|    const [fgmr]\b")


def proof_drill(r, sides):
    """Key lines of a code, each followed by whether it is what the prose calls for: verdicts as dense as can be.

    In the header each item is judged, and the line's end stands for what is missing there; so does the last line.
    """
    s = strategies.specification(r)
    text, _ = strategies.faulty(r, s, choose(r, JUDGED))
    said = {**s["parameters"], **s["risk"]}
    done = dict(re.findall(r"(\w+) = ([\d.]+)", next(line for line in text.splitlines() if re.match(r"  const \w+ = [\d.]", line))))
    for name in list(done):
        if r.random() < 0.12:
            done[name] = r.choice(strategies.LOOKBACKS + [2, 3, 8, 15, 25, 30, 40, 60, 70])
    items, expected = [], list(said)
    for name, value in done.items():
        follows = expected[:1] == [name]
        if name in expected:
            expected = expected[expected.index(name) + 1:]
        items.append(f"{name} = {value} {json.dumps(follows and str(said[name]) == str(value))}")
    lines = [f"  const {', '.join(items)}; {json.dumps(not expected)}"]
    sound = [line for line in strategies.code(s).splitlines() if KEY_LINE.match(line)]
    written = [line for line in text.splitlines() if KEY_LINE.match(line)]
    skipped = False
    for kind, i1, i2, j1, j2 in difflib.SequenceMatcher(None, sound, written, autojunk=False).get_opcodes():
        for line in written[j1:j2]:
            lines.append(f"{line} {json.dumps(kind == 'equal' and not skipped)}")
            skipped = False
        skipped = kind == "delete"
    lines.append(f"}} {json.dumps(not skipped)}")
    return "Proof-read.\n\n" + strategies.prose(r, s, ticker(r), sides), "\n".join(lines)


# Faults by the check that they break, as often as a judge's records plant them.
PLANTED = {
    "d": ["flipped", "sides"],
    "i": ["lookback", "lookback", "indicator"],
    "x": ["level", "level", "missing-rule", "added-exit", "missing-exit"],
    "m": ["condition", "peek"],
}
HARMLESS = ["next", "broken"]
OF_CODE = {"flipped", "missing-exit", "condition", "peek", *HARMLESS}


def several(r):
    """Names of faults to plant in one code: at most one for each check, and one that the specification does not hold."""
    count = r.choices([0, 1, 2, 3], [0.3, 0.4, 0.2, 0.1])[0]
    if count == 1 and r.random() < 0.1:
        return [r.choice(HARMLESS)]
    names = [r.choice(PLANTED[check]) for check in r.sample(list(PLANTED), count)]
    return [name for name in names if name not in OF_CODE] + [name for name in names if name in OF_CODE][:1]


def judged(task, prose, versions, fault=None):
    """The judge's question about the last of the versions, and the answer."""
    broken = {check for _, check in versions}
    prompt = render("judge", prose=prose, code=versions[-1][0])
    return Record(task, prompt, verdict({check: check not in broken for check in CHECKS}), fault, versions)


WITH_MEANING = re.compile(
    r"  const \w+ = [\d.]+|    const (buy|sell) =|      if \((?!d )|    \}|  const (avg|ema) =|  const f = ema|    const f = avg")


def whole(r, task):
    """A whole strategy; as `keys`, only the lines that carry meaning."""
    s, names = strategies.specification(r), several(r)
    prose = strategies.prose(r, s, ticker(r))
    versions = strategies.grown(r, s, names)
    if task == "keys":
        prose = prose[:prose.index("\nClaimed")]
        shown = lambda text: "\n".join(line for line in text.splitlines() if WITH_MEANING.match(line))
        versions = [(shown(text), check) for text, check in versions]
    return judged(task, prose, versions, "+".join(names) or None)


VALUES = {
    **dict.fromkeys(["fast", "slow", "len", "out"], strategies.LOOKBACKS), **strategies.LEVELS,
    "lo": [20, 25, 30, 35], "hi": [65, 70, 75, 80], "band": ["1.5", "2", "2.5", "3"],
}


def numbers(r):
    """Parameters and risk rules alone, each other than in the prose with some chance; then a rule that came or went."""
    s = strategies.specification(r)
    text = strategies.prose(r, s, ticker(r)).splitlines()
    values, versions = {**s["parameters"], **s["risk"]}, []
    header = lambda check: versions.append((f"  const {strategies.listed(values)};", check))
    header("")
    share = r.choice([0, 0.2, 0.5])
    for name in list(values):
        if r.random() < share:
            pool = VALUES[name] if r.random() < 0.7 else strategies.LOOKBACKS
            values[name] = r.choice([value for value in pool if str(value) != str(values[name])])
            header("x" if name in s["risk"] else "i")
    if r.random() < 0.4:
        absent = [name for name in strategies.LEVELS if name not in values]
        if absent and r.random() < 0.5:
            values[r.choice(absent)] = r.choice(strategies.LEVELS["take"])
        else:
            del values[r.choice(list(s["risk"]))]
        values = {name: values[name] for name in [*s["parameters"], *strategies.LEVELS] if name in values}
        header("x")
    return judged("numbers", "\n".join(line for line in text if line.startswith(("Inputs", "Risk"))), versions)


DRILLS = {
    "copy": copy_drill,
    "sides": sides_drill,
    "same": same_drill,
    "compare": compare_drill,
    "contrast": contrast_drill,
    "proof": proof_drill,
}


def record(r, mix):
    """One example."""
    tasks, faults = MIXES[mix]
    task = choose(r, tasks) or "dual"
    if task in DRILLS:
        return Record(task, *DRILLS[task](r, mix in SIDED))
    if task == "numbers":
        return numbers(r)
    if task in ("keys", "whole"):
        return whole(r, task)
    s, symbol, when = strategies.specification(r), ticker(r), windows(r)
    fault = choose(r, JUDGED if task == "judge" else faults)
    prose = strategies.prose(r, s, symbol, mix in SIDED)
    code, checks = strategies.faulty(r, s, fault)
    fenced = f"```ts\n{code}\n```"
    if task == "dual":
        return Record(task, render("dual", symbol=symbol, **when), f"{prose}\n\n{fenced}", fault)
    if task == "prose":
        return Record(task, render("prose", symbol=symbol, **when), prose)
    if task == "code":
        return Record(task, render("code", prose=prose), fenced, fault)
    return Record(task, render("judge", prose=prose, code=code), verdict(checks), fault)


if __name__ == "__main__":
    generator = random.Random(1)
    for name in ("base", "judge"):
        for _ in range(12):
            task, prompt, reply, fault, _ = record(generator, name)
            print(f"=== {task} {fault}\n{prompt}\n---\n{reply}\n")
