# label: clean
# kind: running state
# Expanding statistics know only the past.
import numpy as np
import pandas as pd


def strategy(df):
    close = df['Close']
    z = (close - close.expanding(60).mean()) / close.expanding(60).std()
    return (z > 0).astype(int)
