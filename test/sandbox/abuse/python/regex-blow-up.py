# expect: timed-out
import pandas as pd


def strategy(df):
    return pd.Series(['a' * 60 + 'b']).str.match('^(a+)+$')
