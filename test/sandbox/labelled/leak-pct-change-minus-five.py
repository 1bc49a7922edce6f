# label: leak
# way: negative shift
# The change to the close five days on.
import numpy as np
import pandas as pd


def strategy(df):
    future = -df['Close'].pct_change(-5)
    return np.sign(future).fillna(0).astype(int)
