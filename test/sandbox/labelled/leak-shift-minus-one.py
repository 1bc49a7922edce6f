# label: leak
# way: negative shift
# The paper's first pattern.
import numpy as np
import pandas as pd


def strategy(df):
    close = df['Close']
    signal = (close.shift(-1) > close).astype(int)
    return signal
