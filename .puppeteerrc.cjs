// The install-time download is fatal where it is blocked; src/report/browser.ts finds a browser instead.
module.exports = { skipDownload: true };
