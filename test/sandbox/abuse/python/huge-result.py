# expect: bad-output out-of-memory timed-out
def strategy(df):
    return [1] * 20_000_000
