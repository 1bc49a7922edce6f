# expect: out-of-memory timed-out
import numpy as np


def strategy(df):
    return np.ones(10 ** 10)
