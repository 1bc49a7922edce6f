# label: leak
# way: centred window
# rolling(center=True).
import numpy as np
import pandas as pd


def strategy(df):
    smooth = df['Close'].rolling(11, center=True).mean()
    return (df['Close'] < smooth).astype(int)
