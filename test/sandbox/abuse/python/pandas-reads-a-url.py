# expect: ok
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    try:
        pd.read_csv('http://127.0.0.1:__PORT__/')
        worked = True
    except Exception:
        worked = False
    if worked:
        raise ValueError('ESCAPED')
    return [0] * len(df)
