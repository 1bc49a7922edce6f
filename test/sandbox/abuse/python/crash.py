# expect: killed
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    np.ctypeslib.ctypes.string_at(0)
    return [0] * len(df)
