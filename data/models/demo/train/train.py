"""Trains by step count from a seed, on records made as it goes; a checkpoint holds all that is needed to go on.

    train.py OUT.pt --tokeniser tokeniser.json --phases drills:300,base:4000 [--from OTHER.pt] [--rate 3e-3] [--seed 1]

`--from` starts from another checkpoint's weights with a new optimiser; when OUT.pt exists already, training goes on
from it. Same arguments on the same machine and torch give the same weights.
"""
import argparse
import json
import os
import random
import re
import time
from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional as F

import corpus
import deviations
from bpe import Tokeniser
from model import SHAPE, Llama

BUDGET = 4096  # tokens in a batch, padding included
POOL = 192  # records sorted by length at a time, so that a batch pads little


# Where a reply shows whether a strategy trades one side or two: the character after each match.
DECISION = re.compile(r"(?<=Entry: )[^\n]*?(?:lo|slow \w+|band|days|positive|negative)(?=[.,;])|      if \((?=\D)(?!ret|i -)|\n    }(?= else if \(sell|\n    sig)")


class Probe(nn.Module):
    """Says at each token of a judged code, from inside the model, which token the prose calls for, and what is broken.

    Verdicts alone never taught the model to compare prose and code: a handful of bits at the end of hundreds of tokens.
    Training alone has the probe; the exported model is as it would be without one.
    """

    TAPS = (2, 3, 4)  # after which layers it listens: the first two for the token, the last two for the check
    SOUND = 0.25  # weight of a sound token, so that a doubtful one is about as likely to be either

    def __init__(self, width, vocabulary):
        super().__init__()
        self.check = nn.ModuleList(nn.Linear(width, len(corpus.CHECKS)) for _ in self.TAPS[1:])
        self.called = nn.ModuleList(nn.Linear(width, vocabulary) for _ in self.TAPS[:2])
        self.so_far = nn.Linear(width, len(corpus.CHECKS))

    def loss(self, tapped, x, group):
        """On the ids `x` of a batch: of what it says of each token of a code, and of all that is broken so far, to the end."""
        called, weight = x.clone(), torch.zeros(x.shape)
        broken = torch.zeros(*x.shape, len(corpus.CHECKS))
        for row, item in enumerate(group):
            for at, mark in enumerate(item.marks):
                if mark == deviations.SOUND:
                    weight[row, at] = self.SOUND
                elif mark:
                    weight[row, at] = 1
                    called[row, at] = mark.called
                    broken[row, at, corpus.CHECKS.index(mark.check)] = 1
        code = weight > 0
        seen = [layer[code] for layer in tapped]
        wrong = sum(F.cross_entropy(head(layer), called[code], reduction="none") for head, layer in zip(self.called, seen))
        for head, layer in zip(self.check, seen[1:]):
            wrong = wrong + F.binary_cross_entropy_with_logits(head(layer), broken[code], reduction="none").sum(-1)
        so_far, after = broken.cummax(1)[0], code.float().cummax(1)[0] > 0
        summed = F.binary_cross_entropy_with_logits(self.so_far(tapped[-1][after]), so_far[after], reduction="none").sum(-1)
        return (wrong * weight[code]).sum() / (1 + weight.sum()), summed.sum() / (1 + len(summed))


class Item(NamedTuple):
    """One record as training has it."""

    ids: list
    weights: list
    head: int  # where the reply begins
    marks: list  # of the prompt's tokens, None outside of a judged code (see deviations.py)
    record: corpus.Record


def weigh(tokeniser, words, record, listening=0.4, deciding=1.0):
    """What carries the meaning counts more than what any record has."""
    task, prompt, reply = record[:3]
    head, tail = tokeniser.chat(prompt, reply)
    judged = task in ("judge", "compare", "contrast", "same", "proof") or record.versions
    weights = [listening if task == "judge" else 0.1] * len(head)
    marks = [None] * len(head)
    if record.versions:
        code, marked = deviations.marked(tokeniser, record.versions)
        start = 1 + len(tokeniser.encode("user\n" + prompt[:prompt.index("\n" + record.versions[-1][0])]))
        assert head[start:start + len(code)] == code
        marks[start:start + len(code)] = marked
        # The code stays predictable from the prose only where it agrees with it.
        weights = [0.05] * start + [listening if mark == deviations.SOUND else 0 for mark in marked]
        weights += [0.05] * (len(head) - len(weights))
    decisions = set() if judged or deciding == 1 else {match.end() for match in DECISION.finditer(reply)}
    at = 0
    for i in tail:
        word = words[i].strip()
        if judged:
            weights.append(12.0 if word in ("true", "false") else 0.5)
        else:
            weights.append(3.0 if word.isdigit() or (word.isupper() and word.isalpha()) else 1.0)
            if any(at <= end < at + len(words[i]) for end in decisions):
                weights[-1] *= deciding
        at += len(words[i])
    return Item(head + tail, weights, len(head), marks, record)


def batches(tokeniser, words, r, phases, step, **emphasis):
    """Yields batches for ever; the mix is that of the phase the step falls in."""
    while True:
        mix = next((name for name, end in phases if step() < end), phases[-1][0])
        pool = [weigh(tokeniser, words, corpus.record(r, mix), **emphasis) for _ in range(POOL)]
        pool.sort(key=lambda item: len(item.ids))
        groups, group = [], []
        for item in pool:
            if group and (len(group) + 1) * padded(len(item.ids)) > BUDGET:
                groups.append(group)
                group = []
            group.append(item)
        groups.append(group)
        r.shuffle(groups)
        yield from groups


def padded(length):
    return (length + 31) // 32 * 32


def tensors(group):
    length = padded(max(len(item.ids) for item in group))
    x = torch.zeros(len(group), length, dtype=torch.long)
    y, w = x.clone(), torch.zeros(len(group), length)
    for row, item in enumerate(group):
        n = len(item.ids) - 1
        x[row, :n] = torch.tensor(item.ids[:-1])
        y[row, :n] = torch.tensor(item.ids[1:])
        w[row, :n] = torch.tensor(item.weights[1:])
    return x, y, w


def held_out(tokeniser, words, mix, count=240, seed=999):
    r, groups = random.Random(seed), {}
    for _ in range(count):
        record = corpus.record(r, mix)
        if record.versions or record.task == "judge" or record.fault is None:
            groups.setdefault(record.task, []).append(weigh(tokeniser, words, record))
    return groups


@torch.no_grad()
def evaluate(model, groups):
    """Per task, the share of the heavy tokens (numbers, tickers, verdicts) of the reply that come first.

    For judges also, check by check, the mismatches found of all, and the false alarms of all that is sound.
    """
    shares = {}
    for task, items in groups.items():
        right = total = 0
        alarms = {check: ([], []) for check in corpus.CHECKS}
        for at in range(0, len(items), 8):
            group = items[at:at + 8]
            x, y, w = tensors(group)
            hits = model(x)[0].argmax(-1) == y
            for row, item in enumerate(group):
                heavy = hits[row, item.head - 1:][w[row, item.head - 1:] >= 3.0].tolist()
                right += sum(heavy)
                total += len(heavy)
                if item.record.versions:
                    for (check, sound), hit in zip(json.loads(item.record.reply).items(), heavy):
                        alarms[check][sound].append(hit != sound)
        shares[task] = f"{right / max(total, 1):.3f}" + "".join(
            f", {check} {sum(broken)}/{len(broken)} false {sum(sound)}/{len(sound)}"
            for check, (broken, sound) in alarms.items() if broken or sound)
    return shares


def save(path, **content):
    torch.save(content, path + ".part")
    os.replace(path + ".part", path)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("--tokeniser", required=True)
    parser.add_argument("--phases", required=True, help="mix:steps,mix:steps")
    parser.add_argument("--from", dest="start")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--flat", type=float, default=0.45, help="share of the steps before the rate decays")
    parser.add_argument("--listening", type=float, default=0.4, help="weight of the tokens of a judge's prompt")
    parser.add_argument("--deciding", type=float, default=1.0, help="weight of where one side or two is decided")
    parser.add_argument("--probing", type=float, default=0.0, help="weight of the probe's loss by token")
    parser.add_argument("--summing", type=float, default=0.0, help="weight of the probe's loss in sum")
    parser.add_argument("--until", type=int, help="stop after this step, to go on later; rates are those of all steps")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    r = random.Random(options.seed)
    phases, steps = [], 0
    for part in options.phases.split(","):
        name, count = part.split(":")
        steps += int(count)
        phases.append((name, steps))

    tokeniser = Tokeniser.load(options.tokeniser)
    words = [tokeniser.decode([i]) for i in range(len(tokeniser.vocab))]
    model, probe = Llama(len(tokeniser.vocab), **SHAPE), Probe(SHAPE["width"], len(words))
    if options.start:
        saved = torch.load(options.start)
        model.load_state_dict(saved["weights"])
        if "probe" in saved:
            probe.load_state_dict(saved["probe"])
    trained = [*model.parameters(), *probe.parameters()] if options.probing else [*model.parameters()]
    matrices = [p for p in trained if p.dim() > 1]
    gains = [p for p in trained if p.dim() < 2]
    optimiser = torch.optim.AdamW(
        [{"params": matrices, "weight_decay": 0.05}, {"params": gains, "weight_decay": 0.0}],
        lr=options.rate, betas=(0.9, 0.97), foreach=True)
    step = tokens = 0
    if os.path.exists(options.out):
        saved = torch.load(options.out)
        model.load_state_dict(saved["weights"])
        probe.load_state_dict(saved["probe"])
        optimiser.load_state_dict(saved["optimiser"])
        step, tokens = saved["step"], saved["tokens"]
        r.setstate(saved["random"])

    examples = held_out(tokeniser, words, phases[-1][0])
    print("parameters", sum(p.numel() for p in model.parameters()), "steps", steps, flush=True)
    clock, cpu, since, smooth, smooth_probe = time.time(), time.process_time(), 0, None, None
    for group in batches(tokeniser, words, r, phases, lambda: step, listening=options.listening, deciding=options.deciding):
        if step >= (options.until or steps):
            break
        done = step / steps
        rate = options.rate * min(1, (step + 1) / 60) * min(1, max(0.02, (1 - done) / (1 - options.flat)))
        for part in optimiser.param_groups:
            part["lr"] = rate
        x, y, w = tensors(group)
        logits, tapped = model(x, Probe.TAPS)
        loss = (F.cross_entropy(logits.transpose(1, 2), y, reduction="none") * w).sum() / w.sum()
        by_token, in_sum = probe.loss(tapped, x, group)
        probed_loss = options.probing * by_token + options.summing * in_sum
        optimiser.zero_grad(set_to_none=True)
        (loss + probed_loss).backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimiser.step()
        step += 1
        since += sum(len(item.ids) for item in group)
        smooth = loss.item() if smooth is None else 0.97 * smooth + 0.03 * loss.item()
        smooth_probe = probed_loss.item() if smooth_probe is None else 0.97 * smooth_probe + 0.03 * probed_loss.item()
        if step % 50 == 0 or step == steps:
            tokens += since
            speed = f"{since / (time.time() - clock):.0f}/s {since / (time.process_time() - cpu):.0f}/cpu-s"
            print(f"step {step} tokens {tokens} loss {smooth:.4f} probe {smooth_probe:.4f} rate {rate:.5f} {speed}", flush=True)
            if step % 200 == 0 or step == steps:
                for task, score in evaluate(model, examples).items():
                    print("   ", task, score, flush=True)
            clock, cpu, since = time.time(), time.process_time(), 0
        if step % 200 == 0 or step == steps:
            save(options.out, shape=model.shape, weights=model.state_dict(), probe=probe.state_dict(),
                 optimiser=optimiser.state_dict(), step=step, tokens=tokens, random=r.getstate())


if __name__ == "__main__":
    main()
