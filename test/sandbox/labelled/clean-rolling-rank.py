# label: clean
# kind: momentum
# Rank within a rolling window.
import numpy as np
import pandas as pd


def strategy(df):
    rank = df['Close'].rolling(100).rank(pct=True)
    return (rank > 0.8).astype(int)
