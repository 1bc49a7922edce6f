# label: clean
# kind: aligned slice
# np.diff put back in step.
import numpy as np
import pandas as pd


def strategy(df):
    close = df['Close'].to_numpy()
    change = np.concatenate([[0.0], np.diff(close) / close[:-1]])
    return np.where(change < -0.01, 1, 0)
