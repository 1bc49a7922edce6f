# label: clean
# kind: lag
# A loop that reads i - 1.
import numpy as np
import pandas as pd


def strategy(df):
    close = df['Close']
    out = [0] * len(df)
    for i in range(1, len(df)):
        out[i] = 1 if close.iloc[i] > close.iloc[i - 1] else 0
    return out
