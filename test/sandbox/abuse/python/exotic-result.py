# expect: bad-output
def strategy(df):
    class Exotic:
        def __len__(self):
            return len(df)
        def __getitem__(self, i):
            return 1
    return Exotic()
