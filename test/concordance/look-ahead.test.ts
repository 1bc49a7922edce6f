import * as assert from 'uvu/assert';
import {
  causalReplay,
  cutPoints,
  doToReal,
  inject,
  INJECTIONS,
  paperFindings,
  treeFindings,
} from 'fides/concordance';
import { createSandbox, type Execution, type Sandbox } from 'fides/sandbox';
import { suite, when } from '../support/suite.js';
import { detect, labelled, pythonRuns, testMarket } from './labelled.js';

const test = suite('look-ahead');
const sandbox = createSandbox({ size: 2 });
test.after(() => sandbox.close());

const ran = (signal: number[]): Execution => ({
  outcome: 'ok',
  detail: null,
  signal: Int8Array.from(signal),
  repairs: { missing: 0, rounded: 0, clipped: 0 },
  millis: 1,
});
const failed: Execution = { ...ran([]), outcome: 'threw', detail: 'no', signal: null };
const leak = paperFindings('x.shift(-1)', 'python');

test('the labelled set holds at least 80 strategies, half of them leaking in at least 10 ways, in both languages', () => {
  const all = labelled();
  const leaking = all.filter((s) => s.leaks);
  assert.ok(all.length >= 80);
  assert.ok(Math.abs(leaking.length / all.length - 0.5) < 0.05);
  assert.ok(new Set(leaking.map((s) => s.way)).size >= 10);
  assert.ok(all.filter((s) => s.language === 'python').length >= 20);
});

test('the syntax tree accuses no sound strategy, and finds 41 of the 47 leaks', () => {
  const flagged = labelled().map((s) => ({ ...s, found: treeFindings(s.code, s.language).length > 0 }));
  assert.equal(
    flagged.filter((s) => !s.leaks && s.found).map((s) => s.name),
    [],
  );
  assert.ok(flagged.filter((s) => s.leaks && s.found).length >= 41);
});

test("the paper's patterns on the same set see 15 leaks and accuse comments", () => {
  const flagged = labelled().filter((s) => paperFindings(s.code, s.language).length > 0);
  assert.is(flagged.filter((s) => s.leaks).length, 15);
  assert.is(flagged.filter((s) => !s.leaks).length, 3);
  assert.ok(flagged.some((s) => s.name === 'clean-comment-shift.py'));
});

/** The bench checks all of them, with the replay; here the ones that are hardest to see or to clear. */
const HARD = /weak-nudge|next-close-filtered|needs-next|local-min|fails-on-short|pivot-confirmed/;

test('with the future withheld every hard leak shows and no sound strategy is accused', async () => {
  const market = testMarket();
  for (const s of labelled().filter((l) => l.language !== 'python' && HARD.test(l.name))) {
    const { prefix, detail } = await detect(s, sandbox, market, { withReplay: false });
    assert.is(prefix, s.leaks, `${s.name}: ${detail}`);
  }
});

test('a replay differs from the full run where a strategy looks ahead, and nowhere else', async () => {
  const { bars, range } = testMarket();
  const short = { bars, range: { from: range.to - 30, to: range.to } };
  for (const s of labelled().filter((l) => /leak-next-open\.js|clean-donchian/.test(l.name))) {
    assert.is((await detect(s, sandbox, short, { withReplay: true })).replay, s.leaks, s.name);
  }
});

when(
  test,
  pythonRuns,
  'Python strategies need bubblewrap and pandas',
)('Python leaks show and sound Python is not accused', async () => {
  const market = testMarket();
  for (const s of labelled().filter((l) => /numpy-roll|clean-ffill/.test(l.name))) {
    const { prefix, detail } = await detect(s, sandbox, market, { withReplay: false });
    assert.is(prefix, s.leaks, `${s.name}: ${detail}`);
  }
});

test('a call that fails leaves a 0 and accuses nobody', async () => {
  const { bars, range } = testMarket();
  const long = Int8Array.from(bars.time, () => 1);
  const unlucky: Sandbox = {
    run: async () => failed,
    runVariants: async (_strategy, _bars, variants) =>
      variants.map((_, k) => (k === 3 ? failed : { ...ran([]), signal: long })),
    close: async () => {},
  };
  const { signal, failures, differing } = await causalReplay(
    unlucky,
    { code: '', language: 'javascript' },
    bars,
    range,
  );
  assert.equal([failures, differing, signal[range.from + 1], signal[range.from + 2]], [1, 0, 0, 1]);
});

test('cut points hold the last decision of the window, the one before it, and bars where the signal changes', () => {
  const full = new Int8Array(100);
  full.fill(1, 60, 70);
  const cuts = cutPoints(full, { from: 50, to: 100 }, 8, 1);
  assert.is(cuts.length, 8);
  for (const cut of [49, 60, 70, 98]) assert.ok(cuts.includes(cut), `${cut} in ${cuts.join(' ')}`);
  assert.equal(cutPoints(full, { from: 50, to: 100 }, 8, 1), cuts);
  assert.equal(cutPoints(full, { from: 97, to: 100 }, 8, 1), [96, 97, 98]);
});

test('findings name the line and the reason', () => {
  const code =
    'function strategy(df) {\n  const c = df.close;\n  return c.map((x, i) => (c[i + 1] > x ? 1 : 0));\n}';
  assert.equal(treeFindings(code, 'javascript'), [
    { detector: 'tree', pattern: 'index ahead', line: 3, reason: 'reads the bar after bar i' },
  ]);
  assert.equal(paperFindings(code, 'javascript'), [
    { detector: 'paper', pattern: '[i+n]', line: 3, reason: 'reads a bar after this one' },
  ]);
});

test("each of the paper's patterns is found, and writing to the next bar is not", () => {
  const names = (code: string) => paperFindings(code, 'python').map((f) => f.pattern);
  assert.equal(names("df['Close'].shift(-1)"), ['shift(-n)']);
  assert.equal(names('x.shift(periods = -2)'), ['shift(-n)']);
  assert.equal(names('x.pct_change(-5)'), ['pct_change(-n)']);
  assert.equal(names('x.rolling(5, center=True)'), ['center=True']);
  assert.equal(names('x.iloc[i + 1]'), ['iloc[..+1]']);
  assert.equal(names('x.shift(1); x.pct_change(5); x.iloc[i - 1]'), []);
  assert.equal(paperFindings('out[i + 1] = c[i];', 'typescript'), []);
  assert.is(paperFindings('if (c[i + 1] === c[i]) {}', 'typescript').length, 1);
});

test('broken code is read as far as it goes', () => {
  assert.equal(treeFindings('function strategy(df { return', 'typescript'), []);
  assert.equal(treeFindings('def strategy(df):\n  return (', 'python'), []);
  assert.equal(treeFindings('', 'python'), []);
});

test('do->real counts runs, active and causal; a failed run keeps its static credit', () => {
  assert.is(doToReal(ran([0, 1, 0]), []).score, 1);
  assert.is(doToReal(ran([0, 0, 0]), []).score, 2 / 3);
  assert.is(doToReal(ran([0, 1, 0]), leak).score, 2 / 3);
  assert.is(doToReal(failed, []).score, 1 / 3);
  assert.is(doToReal(failed, leak).score, 0);
  assert.is(doToReal(null, []).score, 1 / 3);
});

test('findings of the syntax tree do not enter do->real', () => {
  const tree = treeFindings(
    'function strategy(df) { return df.close.map((x, i) => df.close.at(-1) > x ? 1 : 0) }',
    'javascript',
  );
  assert.ok(tree.length > 0);
  assert.is(doToReal(ran([0, 1]), tree).score, 1);
});

const SOUND =
  'function strategy(df: any): number[] {\n  const c = df.close;\n  return c.map((x: number, i: number) => (i > 9 && x > c[i - 10] ? 1 : 0));\n}';

test('every injection is put at the top, still runs, and is seen by the detectors it is meant for', async () => {
  const { bars } = testMarket();
  const seen: Record<string, { paper: boolean; tree: boolean }> = {};
  for (const { id } of INJECTIONS) {
    const code = inject(SOUND, 'typescript', id)!;
    assert.is((await sandbox.run({ code, language: 'typescript' }, bars)).outcome, 'ok', id);
    seen[id] = {
      paper: paperFindings(code, 'typescript').length > 0,
      tree: treeFindings(code, 'typescript').length > 0,
    };
  }
  assert.equal(seen, {
    'close-shift': { paper: true, tree: true },
    'next-high': { paper: true, tree: true },
    'full-sample': { paper: false, tree: true },
    'centred-average': { paper: false, tree: true },
  });
});

test('an injection keeps to the names and the shape of the code', () => {
  const arrow = 'const strategy = (bars) => (bars.close.map((x) => 1));';
  assert.ok(
    inject(arrow, 'javascript', 'close-shift')!.startsWith(
      'const strategy = (bars) => {\n  bars = { ...bars',
    ),
  );
  assert.is(
    inject('def strategy(data):\n    """Doc."""\n    return data', 'python', 'close-shift'),
    'def strategy(data):\n    data = data.copy(); data[\'Close\'] = data[\'Close\'].shift(-1).ffill()\n    """Doc."""\n    return data',
  );
  assert.is(inject('def strategy(df): return df', 'python', 'centred-average')!.split('\n').length, 1);
  assert.is(inject('nothing here', 'typescript', 'close-shift'), null);
  assert.throws(() => inject(SOUND, 'typescript', 'nope'), /no injection nope; there are close-shift/);
});

test.run();
