# expect: killed
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    np.ctypeslib.ctypes.CDLL(None).shmget(7, 4096, 0o1666)
    return [0] * len(df)
