# expect: ok
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    r = np.ctypeslib.ctypes
    libc = r.CDLL(None)
    limit = (r.c_ulong * 2)(100, 100)
    if libc.setrlimit(6, limit) == 0:
        raise ValueError('ESCAPED')
    return [0] * len(df)
