# label: clean
# kind: lag
# shift(1) is yesterday.
import numpy as np
import pandas as pd


def strategy(df):
    close = df['Close']
    return np.sign(close - close.shift(1)).fillna(0).astype(int)
