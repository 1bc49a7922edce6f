# expect: threw
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    forks = 0
    for _ in range(25):
        try:
            if os.fork() == 0:
                while True:
                    pass
            forks += 1
        except OSError:
            pass
    raise ValueError('ESCAPED' if forks else 'no fork worked')
