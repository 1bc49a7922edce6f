"""Writes strategies with known faults that no training run has seen: held_out.py OUT.jsonl [COUNT] [SEED]

Each line: prose, code, the planted fault (null: none) and the four checks that hold. Training draws its random
numbers from other seeds, and there are billions of strategies, so the same one is not met by chance.
"""
import json
import random
import sys

import corpus
import strategies


def main(out, count=200, seed=20240229):
    r = random.Random(int(seed))
    with open(out, "w") as file:
        for _ in range(int(count)):
            s = strategies.specification(r)
            fault = r.choice([None] * 10 + list(strategies.FAULTS))
            prose = strategies.prose(r, s, corpus.ticker(r))
            code, checks = strategies.faulty(r, s, fault)
            file.write(json.dumps({"prose": prose, "code": code, "fault": fault, "checks": checks}) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
