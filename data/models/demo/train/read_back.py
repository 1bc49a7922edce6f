"""Names the fault in each reply of a candidate, by the corpus' own grammar: read_back.py REPLIES.json

REPLIES.json is a list of {"prose", "code"}. The strategy is read back from the prose; the code is compared with what the
corpus would write for it, without a fault and with each single fault. 'other' is a slip of the model itself, or two
faults at once; 'unread' is prose that the corpus would not write.
"""
import collections
import copy
import json
import re
import sys

import strategies
from strategies import FAMILIES, LEVELS, LOOKBACKS

NAMES = sorted(((name, family) for family, names in FAMILIES.items() for name in names), key=lambda pair: -len(pair[0]))


def pairs(text):
    return dict(re.findall(r"(\w+) = (\d+(?:\.\d+)?)", text))


def specification(prose):
    """The strategy that a prose of the corpus describes; numbers stay as written. None when it cannot be read."""
    lines = {line.split(":")[0]: line for line in prose.splitlines() if ":" in line}
    family = next((family for name, family in NAMES if name in lines.get("Strategy", "")), None)
    if family is None or not {"Inputs", "Entry", "Risk"} <= set(lines):
        return None
    return {
        "family": family,
        "short": " short " in lines["Entry"],
        "faded": "contrarian" in lines["Strategy"],
        "parameters": pairs(lines["Inputs"]),
        "risk": pairs(lines["Risk"]),
    }


def changed(s, **parts):
    return {**copy.deepcopy(s), **parts}


def single_faults(s):
    """(fault, code) for every way to make one fault in the code of a strategy; sound code first."""
    yield None, strategies.code(s)
    for fault in ("next", "peek", "flipped"):
        yield fault, strategies.code(s, fault)
    for fault in ("no-return", "no-brace", "undefined"):
        yield "broken", strategies.code(s, fault)
    for condition in ("c[i] > c[i - 1]", "c[i] < c[i - 1]", "c[i] > c[i - 5]"):
        yield "condition", strategies.code(s, condition)
    yield "missing-exit", strategies.code(s, "stays")
    yield "sides", strategies.code(changed(s, short=not s["short"]))
    if s["family"] in ("sma", "ema"):
        yield "indicator", strategies.code(changed(s, family={"sma": "ema", "ema": "sma"}[s["family"]]))
    for name in s["parameters"]:
        for value in LOOKBACKS:
            yield "lookback", strategies.code(changed(s, parameters={**s["parameters"], name: value}))
    for name, levels in LEVELS.items():
        rest = {key: value for key, value in s["risk"].items() if key != name}
        if name in s["risk"]:
            yield "missing-rule", strategies.code(changed(s, risk=rest))
        for level in levels:
            risk = {key: {**rest, name: level}[key] for key in LEVELS if key in {**rest, name: level}}
            yield "level" if name in s["risk"] else "added-exit", strategies.code(changed(s, risk=risk))


def fault_of(prose, code):
    s = specification(prose)
    if s is None:
        return "unread"
    return next((fault or "none" for fault, text in single_faults(s) if text == code.strip()), "other")


def main(path):
    with open(path) as file:
        replies = json.load(file)
    counts = collections.Counter(fault_of(reply["prose"], reply["code"]) for reply in replies)
    agreeing = sum(counts[name] for name in ("none", "next", "broken"))
    print(json.dumps({"replies": len(replies), "prose and code agree": agreeing, **dict(counts.most_common())}))


if __name__ == "__main__":
    main(sys.argv[1])
