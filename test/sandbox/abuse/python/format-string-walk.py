# expect: threw
def strategy(df):
    raise ValueError('ESCAPED {0.__class__.__mro__}'.format(df))
