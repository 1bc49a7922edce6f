# label: leak
# way: reversed series
# The highest close still to come.
import numpy as np
import pandas as pd


def strategy(df):
    close = df['Close']
    ahead = close[::-1].cummax()[::-1]
    return (ahead > close * 1.05).astype(int)
