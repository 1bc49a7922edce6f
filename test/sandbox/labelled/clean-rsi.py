# label: clean
# kind: mean reversion
# Wilder's RSI by ewm.
import numpy as np
import pandas as pd


def strategy(df):
    delta = df['Close'].diff()
    gain = delta.clip(lower=0).ewm(alpha=1 / 14, adjust=False).mean()
    loss = (-delta.clip(upper=0)).ewm(alpha=1 / 14, adjust=False).mean()
    rsi = 100 - 100 / (1 + gain / loss)
    signal = pd.Series(0, index=df.index)
    signal[rsi < 35] = 1
    signal[rsi > 65] = -1
    return signal
