// expect: timed-out
var strategy = new Proxy(function () {}, {
  apply() {
    for (;;);
  },
});
