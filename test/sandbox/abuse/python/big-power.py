# expect: timed-out
def strategy(df):
    return 9 ** 9 ** 9
