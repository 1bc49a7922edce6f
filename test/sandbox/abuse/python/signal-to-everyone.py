# expect: ok threw killed
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    os.kill(-1, 9)
    return [0] * len(df)
