# expect: ok threw
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    got = pd.eval('@os.getpid()', engine='python')
    if got != os.getpid():
        raise ValueError('ESCAPED')
    return [0] * len(df)
