# expect: threw
def strategy(df):
    raise SystemExit(0)
