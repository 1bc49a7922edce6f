# label: leak
# way: whole sample
# The tenth percentile of all returns.
import numpy as np
import pandas as pd


def strategy(df):
    ret = df['Close'].pct_change()
    cut = ret.quantile(0.1)
    return (ret < cut).astype(int)
