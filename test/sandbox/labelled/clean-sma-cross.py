# label: clean
# kind: trend
# Rolling means.
import numpy as np
import pandas as pd


def strategy(df):
    fast = df['Close'].rolling(20).mean()
    slow = df['Close'].rolling(50).mean()
    return (fast > slow).astype(int)
