# expect: ok bad-output threw
def strategy(df):
    class Liar(list):
        def __len__(self):
            return 3
        def __iter__(self):
            return iter([0] * len(df))
    return Liar()
