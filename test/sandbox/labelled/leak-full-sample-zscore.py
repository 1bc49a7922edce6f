# label: leak
# way: whole sample
# A z-score over all bars.
import numpy as np
import pandas as pd


def strategy(df):
    close = df['Close']
    z = (close - close.mean()) / close.std()
    signal = pd.Series(0, index=df.index)
    signal[z < -0.5] = 1
    signal[z > 0.5] = -1
    return signal
