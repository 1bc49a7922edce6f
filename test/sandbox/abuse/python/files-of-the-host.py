# expect: ok
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    if os.path.exists('/home') or os.path.exists('/root') or os.path.exists('/etc/passwd'):
        raise ValueError('ESCAPED')
    return [0] * len(df)
