// expect: timed-out
for (;;);
