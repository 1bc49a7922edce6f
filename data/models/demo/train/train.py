"""Trains by step count from a seed, on records made as it goes; a checkpoint holds all that is needed to go on.

    train.py OUT.pt --tokeniser tokeniser.json --phases drills:300,base:4000 [--from OTHER.pt] [--rate 3e-3] [--seed 1]

`--from` starts from another checkpoint's weights with a new optimiser; when OUT.pt exists already, training goes on
from it. Same arguments on the same machine and torch give the same weights.
"""
import argparse
import os
import random
import re
import time

import torch
from torch.nn import functional as F

import corpus
from bpe import Tokeniser
from model import SHAPE, Llama

BUDGET = 4096  # tokens in a batch, padding included
POOL = 192  # records sorted by length at a time, so that a batch pads little


# Where a reply shows whether a strategy trades one side or two: the character after each match.
DECISION = re.compile(r"(?<=Entry: )[^\n]*?(?:lo|slow \w+|band|days|positive|negative)(?=[.,;])|      if \((?=\D)(?!ret|i -)|\n    }(?= else if \(sell|\n    sig)")


def weigh(tokeniser, words, task, prompt, reply, listening=0.4, deciding=1.0, alarm=1.0):
    """Ids and loss weights of one record: what carries the meaning counts more than what any record has."""
    head, tail = tokeniser.chat(prompt, reply)
    judged = task in ("judge", "compare", "contrast", "same", "proof", "header")
    weights = [listening if task == "judge" else 0.1] * len(head)
    decisions = set() if judged or deciding == 1 else {match.end() for match in DECISION.finditer(reply)}
    at = 0
    for i in tail:
        word = words[i].strip()
        if judged:
            weights.append({"true": 12.0, "false": 12.0 * alarm}.get(word, 0.5))
        else:
            weights.append(3.0 if word.isdigit() or (word.isupper() and word.isalpha()) else 1.0)
            if any(at <= end < at + len(words[i]) for end in decisions):
                weights[-1] *= deciding
        at += len(words[i])
    return head + tail, weights, len(head)


def batches(tokeniser, words, r, phases, step, **emphasis):
    """Yields batches for ever; the mix is that of the phase the step falls in."""
    while True:
        mix = next((name for name, end in phases if step() < end), phases[-1][0])
        pool = []
        for _ in range(POOL):
            task, prompt, reply, _, _ = corpus.record(r, mix)
            pool.append(weigh(tokeniser, words, task, prompt, reply, **emphasis))
        pool.sort(key=lambda item: len(item[0]))
        groups, group = [], []
        for item in pool:
            if group and (len(group) + 1) * padded(len(item[0])) > BUDGET:
                groups.append(group)
                group = []
            group.append(item)
        groups.append(group)
        r.shuffle(groups)
        yield from groups


def padded(length):
    return (length + 31) // 32 * 32


def tensors(group):
    length = padded(max(len(ids) for ids, _, _ in group))
    x = torch.zeros(len(group), length, dtype=torch.long)
    y, w = x.clone(), torch.zeros(len(group), length)
    for row, (ids, weights, _) in enumerate(group):
        n = len(ids) - 1
        x[row, :n] = torch.tensor(ids[:-1])
        y[row, :n] = torch.tensor(ids[1:])
        w[row, :n] = torch.tensor(weights[1:])
    return x, y, w


def held_out(tokeniser, words, mix, count=160, seed=999):
    r, groups = random.Random(seed), {}
    for _ in range(count):
        task, prompt, reply, fault, checks = corpus.record(r, mix)
        if checks is None or task == "judge" or fault is None:
            groups.setdefault(task, []).append(weigh(tokeniser, words, task, prompt, reply))
    return groups


@torch.no_grad()
def evaluate(model, groups):
    """Per task, the share of the heavy tokens (numbers, tickers, verdicts) of the reply that come first."""
    shares = {}
    for task, items in groups.items():
        right = total = 0
        for at in range(0, len(items), 8):
            group = items[at:at + 8]
            x, y, w = tensors(group)
            hits = model(x).argmax(-1) == y
            for row, (_, _, head) in enumerate(group):
                heavy = w[row, head - 1:] >= 3.0
                right += hits[row, head - 1:][heavy].sum().item()
                total += heavy.sum().item()
        shares[task] = round(right / max(total, 1), 3)
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
    parser.add_argument("--alarm", type=float, default=1.0, help="weight of a verdict of false against one of true")
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
    model = Llama(len(tokeniser.vocab), **SHAPE)
    if options.start:
        model.load_state_dict(torch.load(options.start)["weights"])
    matrices = [p for p in model.parameters() if p.dim() > 1]
    gains = [p for p in model.parameters() if p.dim() < 2]
    optimiser = torch.optim.AdamW(
        [{"params": matrices, "weight_decay": 0.05}, {"params": gains, "weight_decay": 0.0}],
        lr=options.rate, betas=(0.9, 0.97), foreach=True)
    step = tokens = 0
    if os.path.exists(options.out):
        saved = torch.load(options.out)
        model.load_state_dict(saved["weights"])
        optimiser.load_state_dict(saved["optimiser"])
        step, tokens = saved["step"], saved["tokens"]
        r.setstate(saved["random"])

    examples = held_out(tokeniser, words, phases[-1][0])
    print("parameters", sum(p.numel() for p in model.parameters()), "steps", steps, flush=True)
    clock, cpu, since, smooth = time.time(), time.process_time(), 0, None
    for group in batches(tokeniser, words, r, phases, lambda: step, listening=options.listening, deciding=options.deciding,
                         alarm=options.alarm):
        if step >= (options.until or steps):
            break
        done = step / steps
        rate = options.rate * min(1, (step + 1) / 60) * min(1, max(0.02, (1 - done) / (1 - options.flat)))
        for part in optimiser.param_groups:
            part["lr"] = rate
        x, y, w = tensors(group)
        loss = (F.cross_entropy(model(x).transpose(1, 2), y, reduction="none") * w).sum() / w.sum()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        step += 1
        since += sum(len(ids) for ids, _, _ in group)
        smooth = loss.item() if smooth is None else 0.97 * smooth + 0.03 * loss.item()
        if step % 50 == 0 or step == steps:
            tokens += since
            speed = f"{since / (time.time() - clock):.0f}/s {since / (time.process_time() - cpu):.0f}/cpu-s"
            scores = evaluate(model, examples) if step % 200 == 0 or step == steps else ""
            print(f"step {step} tokens {tokens} loss {smooth:.4f} rate {rate:.5f} {speed} {scores}", flush=True)
            clock, cpu, since = time.time(), time.process_time(), 0
        if step % 200 == 0 or step == steps:
            save(options.out, shape=model.shape, weights=model.state_dict(), optimiser=optimiser.state_dict(),
                 step=step, tokens=tokens, random=r.getstate())


if __name__ == "__main__":
    main()
