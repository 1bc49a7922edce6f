# expect: timed-out
while True:
    pass
