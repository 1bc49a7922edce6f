# expect: ok
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    if 'FIDES_ABUSE_SECRET' in os.environ or os.getuid() == 0:
        raise ValueError('ESCAPED')
    return [0] * len(df)
