# expect: threw
def strategy(df):
    builtins = __import__('os')
    raise ValueError('ESCAPED')
