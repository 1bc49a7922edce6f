# label: leak
# way: calendar of the sample
# Each day gets the mean of its whole month.
import numpy as np
import pandas as pd


def strategy(df):
    key = df.index.to_period('M')
    mean = df['Close'].groupby(key).transform('mean')
    return (df['Close'] < mean).astype(int)
