# expect: ok
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    try:
        np.save('__FILE__', df.Close.values)
        worked = True
    except Exception:
        worked = False
    if worked:
        raise ValueError('ESCAPED')
    return [0] * len(df)
