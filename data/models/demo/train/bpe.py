"""Byte-level BPE in the manner of GPT-2: learns a vocabulary from texts, encodes, decodes, and lays out ChatML.

The pre-tokeniser is the ASCII part of llama.cpp's 'trillion' expression, so both sides cut the corpus alike.
"""
import collections
import json
import re

PIECE = re.compile(r"'s|'t|'re|'ve|'m|'ll|'d| ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+(?!\S)|\s+")
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
START, END = 1, 2


def _byte_letters():
    """GPT-2's printable letter for each byte."""
    letters, spare = {}, 256
    for byte in range(256):
        if 33 <= byte < 127 or 161 <= byte < 173 or 174 <= byte:
            letters[byte] = chr(byte)
        else:
            letters[byte] = chr(spare)
            spare += 1
    return letters


LETTER = _byte_letters()
BYTE = {letter: byte for byte, letter in LETTER.items()}


def pieces(text):
    return ["".join(LETTER[b] for b in piece.encode()) for piece in PIECE.findall(text)]


def merged(parts, pair):
    out, at = [], 0
    while at < len(parts):
        if at + 1 < len(parts) and (parts[at], parts[at + 1]) == pair:
            out.append(parts[at] + parts[at + 1])
            at += 2
        else:
            out.append(parts[at])
            at += 1
    return out


def learn(texts, size):
    """The vocabulary of `size` tokens and its merges; ties go to the pair that sorts last."""
    counts = collections.Counter(piece for text in texts for piece in pieces(text))
    words, weights = [list(word) for word in counts], list(counts.values())
    vocabulary = SPECIAL + [LETTER[b] for b in range(256)]
    known, merges = set(vocabulary), []
    pair_count, where = collections.Counter(), collections.defaultdict(set)
    for index, word in enumerate(words):
        for pair in zip(word, word[1:]):
            pair_count[pair] += weights[index]
            where[pair].add(index)
    while len(vocabulary) < size:
        best = max(pair_count, key=lambda pair: (pair_count[pair], pair))
        if pair_count[best] < 2:
            break
        merges.append(best)
        if best[0] + best[1] not in known:
            known.add(best[0] + best[1])
            vocabulary.append(best[0] + best[1])
        for index in list(where[best]):
            for pair in zip(words[index], words[index][1:]):
                pair_count[pair] -= weights[index]
            words[index] = merged(words[index], best)
            for pair in zip(words[index], words[index][1:]):
                pair_count[pair] += weights[index]
                where[pair].add(index)
    return {"vocab": vocabulary, "merges": merges}


class Tokeniser:
    def __init__(self, tables):
        self.tables = tables
        self.vocab = tables["vocab"]
        self.id = {token: i for i, token in enumerate(self.vocab)}
        self.rank = {tuple(pair): i for i, pair in enumerate(tables["merges"])}
        self.cache = {}

    @classmethod
    def load(cls, path):
        with open(path) as file:
            return cls(json.load(file))

    def _piece(self, piece):
        parts = list(piece)
        while len(parts) > 1:
            best = min(zip(parts, parts[1:]), key=lambda pair: self.rank.get(pair, len(self.rank)))
            if best not in self.rank:
                break
            parts = merged(parts, best)
        return [self.id[part] for part in parts]

    def encode(self, text):
        ids = []
        for piece in pieces(text):
            if piece not in self.cache:
                self.cache[piece] = self._piece(piece)
            ids += self.cache[piece]
        return ids

    def decode(self, ids):
        raw = bytearray()
        for i in ids:
            raw += self.vocab[i].encode() if i < len(SPECIAL) else bytes(BYTE[c] for c in self.vocab[i])
        return raw.decode("utf8", "replace")

    def chat(self, prompt, reply):
        """ChatML: the ids of the user's turn up to where the reply begins, and the ids of the reply."""
        head = [START] + self.encode("user\n" + prompt) + [END] + self.encode("\n")
        return head + [START] + self.encode("assistant\n"), self.encode(reply) + [END]
