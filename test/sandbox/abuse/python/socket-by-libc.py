# expect: ok
import pandas as pd
import numpy as np

os = pd.io.common.os


def strategy(df):
    import statistics
    socket = statistics.sys.modules['socket']
    try:
        socket.create_connection(('127.0.0.1', __PORT__), 0.2)
    except OSError:
        return [0] * len(df)
    raise ValueError('ESCAPED')
