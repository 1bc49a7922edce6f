# expect: ok
def strategy(df):
    kinds = getattr(getattr((), '_' + '_class_' + '_'), '_' + '_base_' + '_')
    for kind in getattr(kinds, '_' + '_subclasses_' + '_')():
        if 'Popen' in str(kind):
            try:
                kind(['/bin/sh', '-c', 'echo'])
            except OSError:
                continue
            raise ValueError('ESCAPED')
    return [0] * len(df)
