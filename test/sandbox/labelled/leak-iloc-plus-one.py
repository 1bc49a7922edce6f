# label: leak
# way: index ahead
# The paper's fourth pattern.
import numpy as np
import pandas as pd


def strategy(df):
    close = df['Close']
    signal = pd.Series(0, index=df.index)
    for i in range(len(df) - 1):
        if close.iloc[i + 1] > close.iloc[i]:
            signal.iloc[i] = 1
    return signal
