# expect: killed bad-output ok threw
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    for fd in range(3, 20):
        try:
            os.write(fd, b'\xff' * 5000)
        except OSError:
            pass
    os._exit(0)
