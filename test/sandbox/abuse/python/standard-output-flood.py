# expect: timed-out
def strategy(df):
    while True:
        print('x' * 100000)
