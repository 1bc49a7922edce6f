# label: clean
# kind: running state
# Holds the last signal by filling forward.
import numpy as np
import pandas as pd


def strategy(df):
    close = df['Close']
    raw = pd.Series(np.nan, index=df.index)
    raw[close > close.rolling(50).max().shift(1)] = 1
    raw[close < close.rolling(25).min().shift(1)] = 0
    return raw.ffill().fillna(0).astype(int)
