# expect: out-of-memory timed-out
def strategy(df):
    all = []
    while True:
        all.append('x' * 1000000)
