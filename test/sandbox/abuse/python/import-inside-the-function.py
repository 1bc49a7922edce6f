# expect: threw
def strategy(df):
    import subprocess
    raise ValueError('ESCAPED')
