# label: clean
# kind: mean reversion
# Rolling mean and deviation.
import numpy as np
import pandas as pd


def strategy(df):
    m = df['Close'].rolling(20).mean()
    s = df['Close'].rolling(20).std()
    return pd.Series(np.where(df['Close'] < m - 2 * s, 1, np.where(df['Close'] > m + 2 * s, -1, 0)), index=df.index)
