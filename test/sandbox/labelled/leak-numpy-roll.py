# label: leak
# way: negative shift
# np.roll by -1 is a shift that no pattern names.
import numpy as np
import pandas as pd


def strategy(df):
    close = df['Close'].to_numpy()
    nxt = np.roll(close, -1)
    return pd.Series(np.where(nxt > close, 1, -1), index=df.index)
