"""The engine's work in pandas and in numpy: all metrics of many signal series on one close, block by block.

Usage: engine-pandas.py FOLDER ROWS BARS COST_BPS, with close.f64 and signals.i8 (row after row) in FOLDER.
Prints JSON: processor seconds of each, and Sharpe, return and drawdown summed over the series, to compare results.
"""
import json
import sys
import time

import numpy as np
import pandas as pd

folder, rows, bars, cost = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]) / 1e4
close = np.fromfile(f"{folder}/close.f64")
signals = np.fromfile(f"{folder}/signals.i8", dtype=np.int8).reshape(rows, bars)
BLOCK = 250
YEAR = 252


def with_pandas(block):
    change = pd.Series(close).pct_change()
    pos = pd.DataFrame(block.T).shift(1).fillna(0)
    traded = pos.diff().abs().iloc[1:]
    r = (pos.mul(change, axis=0)).iloc[1:] - cost * traded
    held = pos.iloc[1:] != 0
    equity = (1 + r).cumprod()
    total = equity.iloc[-1] - 1
    peak = equity.cummax().clip(lower=1)
    fall = 1 - equity / peak
    trough = fall.idxmax()
    cagr = (1 + total) ** (YEAR / len(r)) - 1
    drawdown = fall.max()
    return pd.DataFrame({
        "sharpe": np.sqrt(YEAR) * r.mean() / r.std(),
        "total": total,
        "drawdown": drawdown,
        "cagr": cagr,
        "volatility": np.sqrt(YEAR) * r.std(),
        "sortino": np.sqrt(YEAR) * r.mean() / np.sqrt((r.clip(upper=0) ** 2).mean()),
        "calmar": cagr / drawdown,
        "hits": ((r > 0) & held).sum() / held.sum(),
        "density": held.mean(),
        "turnover": traded.sum(),
        "trough": trough,
    })


def with_numpy(block):
    change = close[1:] / close[:-1] - 1
    pos = block[:, :-1].astype(np.float64)
    traded = np.abs(np.diff(pos, axis=1, prepend=0))
    r = pos * change - cost * traded
    held = pos != 0
    equity = np.cumprod(1 + r, axis=1)
    total = equity[:, -1] - 1
    fall = 1 - equity / np.maximum(np.maximum.accumulate(equity, axis=1), 1)
    drawdown = fall.max(axis=1)
    cagr = (1 + total) ** (YEAR / r.shape[1]) - 1
    std = r.std(axis=1, ddof=1)
    return {
        "sharpe": np.sqrt(YEAR) * r.mean(axis=1) / std,
        "total": total,
        "drawdown": drawdown,
        "cagr": cagr,
        "volatility": np.sqrt(YEAR) * std,
        "sortino": np.sqrt(YEAR) * r.mean(axis=1) / np.sqrt((np.minimum(r, 0) ** 2).mean(axis=1)),
        "calmar": cagr / drawdown,
        "hits": ((r > 0) & held).sum(axis=1) / held.sum(axis=1),
        "density": held.mean(axis=1),
        "turnover": traded.sum(axis=1),
        "trough": fall.argmax(axis=1),
    }


def timed(work):
    work(signals[:BLOCK])
    start = time.process_time()
    blocks = [work(signals[at : at + BLOCK]) for at in range(0, rows, BLOCK)]
    seconds = time.process_time() - start
    sums = {key: float(sum(np.sum(block[key]) for block in blocks)) for key in ("sharpe", "total", "drawdown")}
    return {"seconds": seconds, **sums}


print(json.dumps({"pandas": timed(with_pandas), "numpy": timed(with_numpy), "version": pd.__version__}))
