# expect: ok
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    pids = [name for name in os.listdir('/proc') if name.isdigit()]
    if len(pids) > 2:
        raise ValueError('ESCAPED ' + str(pids))
    return [0] * len(df)
