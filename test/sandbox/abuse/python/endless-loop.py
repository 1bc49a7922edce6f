# expect: timed-out
def strategy(df):
    while True:
        pass
