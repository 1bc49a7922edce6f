# expect: threw
def strategy(df):
    walk = '{0.' + '__class__}'
    raise ValueError('ESCAPED ' + walk.format(df))
