# expect: ok
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    libc = np.ctypeslib.ctypes.CDLL(None)
    if libc.ptrace(16, 1, 0, 0) == 0:
        raise ValueError('ESCAPED')
    for name in ('mem', 'environ', 'maps'):
        try:
            open('/proc/1/' + name).read()
        except OSError:
            continue
        raise ValueError('ESCAPED ' + name)
    return [0] * len(df)
