# expect: ok
def strategy(df):
    try:
        open('__FILE__', 'w')
        worked = True
    except Exception:
        worked = False
    if worked:
        raise ValueError('ESCAPED')
    return [0] * len(df)
