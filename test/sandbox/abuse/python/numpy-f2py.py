# expect: ok threw
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    try:
        import numpy.f2py
        if numpy.f2py.compile('end', verbose=False) != 0:
            raise OSError('not compiled')
        worked = True
    except Exception:
        worked = False
    if worked:
        raise ValueError('ESCAPED')
    return [0] * len(df)
