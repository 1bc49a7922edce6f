# label: clean
# kind: bounded window
# iloc[-1] of a window that ends today.
import numpy as np
import pandas as pd


def strategy(df):
    out = []
    for i in range(len(df)):
        window = df['Close'].iloc[max(0, i - 19):i + 1]
        out.append(1 if window.iloc[-1] >= window.max() else 0)
    return out
