# expect: killed
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    os.closerange(0, 100)
    return [0] * len(df)
