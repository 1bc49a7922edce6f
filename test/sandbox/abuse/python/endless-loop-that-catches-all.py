# expect: timed-out
def strategy(df):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
