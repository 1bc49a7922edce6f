# expect: killed
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    os._exit(0)
