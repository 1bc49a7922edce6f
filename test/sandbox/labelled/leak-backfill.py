# label: leak
# way: backward fill
# Monthly closes filled backward into the month.
import numpy as np
import pandas as pd


def strategy(df):
    month = df['Close'].where(df.index.to_series().dt.month != df.index.to_series().shift(-1).dt.month)
    month_end = month.bfill()
    return (month_end > df['Close']).astype(int)
