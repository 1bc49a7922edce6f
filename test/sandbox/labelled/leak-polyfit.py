# label: leak
# way: whole sample
# A line through all bars.
import numpy as np
import pandas as pd


def strategy(df):
    close = df['Close'].to_numpy()
    x = np.arange(len(close))
    slope, base = np.polyfit(x, close, 1)
    return pd.Series(np.where(close < base + slope * x, 1, 0), index=df.index)
