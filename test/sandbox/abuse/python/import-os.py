# expect: threw
import os

def strategy(df):
    raise ValueError('ESCAPED')
