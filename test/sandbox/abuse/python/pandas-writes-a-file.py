# expect: ok
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    try:
        df.to_csv('__FILE__')
        worked = True
    except Exception:
        worked = False
    if worked:
        raise ValueError('ESCAPED')
    return [0] * len(df)
