# expect: ok
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    try:
        pd.io.common.os.posix_spawn('/bin/sh', ['sh', '-c', 'echo'], {})
        worked = True
    except Exception:
        worked = False
    if worked:
        raise ValueError('ESCAPED')
    return [0] * len(df)
