# expect: ok
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    for pid in (1, os.getppid(), __PID__):
        try:
            os.kill(pid, 9)
        except OSError:
            pass
    return [0] * len(df)
