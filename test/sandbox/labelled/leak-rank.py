# label: leak
# way: whole sample
# Rank among all closes, later ones included.
import numpy as np
import pandas as pd


def strategy(df):
    rank = df['Close'].rank(pct=True)
    return (rank < 0.4).astype(int) - (rank > 0.9).astype(int)
