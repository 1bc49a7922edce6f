# label: leak
# way: centred window
# np.gradient looks one bar to either side.
import numpy as np
import pandas as pd


def strategy(df):
    g = np.gradient(df['Close'].to_numpy())
    return pd.Series(np.where(g > 0, 1, 0), index=df.index)
