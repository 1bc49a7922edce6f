# expect: ok
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    try:
        if os.system('echo') != 0:
            raise OSError('no shell')
        worked = True
    except Exception:
        worked = False
    if worked:
        raise ValueError('ESCAPED')
    return [0] * len(df)
