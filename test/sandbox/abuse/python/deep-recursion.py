# expect: threw
def strategy(df):
    return strategy(df)
