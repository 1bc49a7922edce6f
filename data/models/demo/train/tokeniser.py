"""Learns the vocabulary from records of the corpus: tokeniser.py OUT.json"""
import json
import random
import sys

import bpe
import corpus

SIZE, RECORDS = 768, 6000


def main(out):
    r, texts = random.Random(7), []
    for _ in range(RECORDS):
        _, prompt, reply, _, _ = corpus.record(r, "base")
        texts += ["user\n" + prompt, "\n", "assistant\n", reply]
    tables = bpe.learn(texts, SIZE)
    with open(out, "w") as file:
        json.dump(tables, file)
    tokeniser, lengths = bpe.Tokeniser(tables), {}
    for _ in range(600):
        task, prompt, reply, _, _ = corpus.record(r, "base")
        head, tail = tokeniser.chat(prompt, reply)
        assert tokeniser.decode(tail[:-1]) == reply
        lengths.setdefault(task, []).append(len(head) + len(tail))
    for task, counts in sorted(lengths.items()):
        print(task, "tokens", sum(counts) / len(counts), "at most", max(counts))


if __name__ == "__main__":
    main(sys.argv[1])
