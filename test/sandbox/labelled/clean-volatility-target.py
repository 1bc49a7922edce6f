# label: clean
# kind: volatility
# Out of the market when twenty-day volatility is high.
import numpy as np
import pandas as pd


def strategy(df):
    vol = df['Close'].pct_change().rolling(20).std() * np.sqrt(252)
    return ((vol < 0.2) & (df['Close'] > df['Close'].shift(60))).astype(int)
