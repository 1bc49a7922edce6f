# expect: threw
def strategy(df):
    raise ValueError('ESCAPED {df.__class__}'.format_map({'df': df}))
