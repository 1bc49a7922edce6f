# label: clean
# kind: words only
# shift(-1) stands in a comment and in a docstring.
import numpy as np
import pandas as pd


def strategy(df):
    """Uses no df['Close'].shift(-1)."""
    # rolling(center=True) would look ahead
    momentum = df['Close'].pct_change(20)
    return (momentum > 0).astype(int)
