# label: leak
# way: last bar
# Compared with the last close of the table.
import numpy as np
import pandas as pd


def strategy(df):
    target = df['Close'].iloc[-1]
    return (df['Close'] < target).astype(int)
