# expect: ok threw
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    df.query('@os.getppid() > 0')
    if os.getppid() != 1:
        raise ValueError('ESCAPED')
    return [0] * len(df)
