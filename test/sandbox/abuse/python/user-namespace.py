# expect: ok
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    if np.ctypeslib.ctypes.CDLL(None).unshare(0x10000000) == 0:
        raise ValueError('ESCAPED')
    return [0] * len(df)
