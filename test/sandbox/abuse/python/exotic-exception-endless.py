# expect: timed-out
def strategy(df):
    class Exotic(Exception):
        def __str__(self):
            while True:
                pass
    raise Exotic()
