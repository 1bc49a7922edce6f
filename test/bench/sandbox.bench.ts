/**
 * Speed of the sandbox: 1,000 different strategies on 2,000 bars with and without the runs of the prefix check, the
 * first and a later strategy alone, and a causal replay. Prints one JSON line a measurement.
 * Usage: node --import tsx test/bench/sandbox.bench.ts [number of strategies]
 */
import { availableParallelism } from 'node:os';
import { createSandbox, type Sandbox, type StrategyCode, type Variant } from 'fides/sandbox';
import { bars } from '../sandbox/support/bars.js';

const COUNT = Number(process.argv[2] ?? 1000);
const BARS = bars(2000);
const GOAL_SECONDS = 20;

/** Four families, each with parameters of its own, as models write them: crossing averages, RSI, breakout, volatility. */
function strategy(k: number): StrategyCode {
  const fast = 3 + (k % 17);
  const slow = 20 + (k % 83);
  const body = [
    `const mean = (i: number, n: number): number => { let s = 0; for (let j = 0; j < n; j++) s += df.close[i - j]!; return s / n; };
     for (let i = 0; i < df.length; i++) out.push(i < ${slow} ? 0 : mean(i, ${fast}) > mean(i, ${slow}) ? 1 : -1);`,
    `let up = 0, down = 0;
     for (let i = 0; i < df.length; i++) {
       const d = i > 0 ? df.close[i]! - df.close[i - 1]! : 0;
       up += (Math.max(d, 0) - up) / ${fast}; down += (Math.max(-d, 0) - down) / ${fast};
       const rsi = 100 - 100 / (1 + up / (down || 1e-9));
       out.push(i < ${fast} ? NaN : rsi < ${20 + (k % 20)} ? 1 : rsi > ${60 + (k % 20)} ? -1 : 0);
     }`,
    `let held = 0;
     for (let i = 0; i < df.length; i++) {
       const past = df.high.slice(Math.max(0, i - ${fast}), i);
       if (past.length > 0 && df.close[i]! > Math.max(...past)) held = 1;
       else if (df.close[i]! < Math.min(...df.low.slice(Math.max(0, i - ${fast}), i))) held = 0;
       out.push(held);
     }`,
    `const returns = df.close.map((c, i) => (i === 0 ? 0 : Math.log(c / df.close[i - 1]!)));
     for (let i = 0; i < df.length; i++) {
       const w = returns.slice(Math.max(0, i - ${fast}), i + 1);
       const m = w.reduce((s, x) => s + x, 0) / w.length;
       const sd = Math.sqrt(w.reduce((s, x) => s + (x - m) ** 2, 0) / w.length);
       out.push(sd > ${0.001 * (1 + (k % 9))} ? 0 : m > 0 ? 1 : -1);
     }`,
  ][k % 4];
  const code = `interface Data { length: number; close: number[]; high: number[]; low: number[] }
// strategy ${k}
export function strategy(df: Data): number[] {
  const out: number[] = [];
  ${body}
  return out;
}`;
  return { code, language: 'typescript' };
}

/** As the prefix check asks: eight cuts, and for each the bars behind it altered up and down. */
const CUTS = [1510, 1580, 1650, 1720, 1790, 1860, 1930, 1999];
const CHECK: readonly Variant[] = CUTS.flatMap((cut): Variant[] => [
  { kind: 'prefix', length: cut },
  { kind: 'altered', after: cut - 1, factor: 1.25 },
  { kind: 'altered', after: cut - 1, factor: 0.8 },
]);
const REPLAY: readonly Variant[] = Array.from({ length: 500 }, (_, i) => ({
  kind: 'prefix',
  length: 1501 + i,
}));

async function timed<T>(work: () => Promise<T>): Promise<[seconds: number, result: T]> {
  const started = performance.now();
  const result = await work();
  return [(performance.now() - started) / 1000, result];
}

async function withSandbox<T>(work: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const sandbox = createSandbox({ size: Math.min(2, availableParallelism()), deadlineMs: 60_000 });
  try {
    return await work(sandbox);
  } finally {
    await sandbox.close();
  }
}

function print(bench: string, value: number, unit: string, goal?: number): void {
  console.log(JSON.stringify({ bench, value: Number(value.toFixed(3)), goal, unit }));
}

const codes = Array.from({ length: COUNT }, (_, k) => strategy(k));
const ok = (count: number) => {
  if (count > 0) throw new Error(`${count} runs were not ok`);
};

const [all] = await timed(() =>
  withSandbox(async (sandbox) => {
    const results = await Promise.all(codes.map((code) => sandbox.run(code, BARS)));
    ok(results.filter((r) => r.outcome !== 'ok').length);
  }),
);
print(
  `sandbox: ${COUNT} strategies x 2,000 bars, start-up and type stripping included`,
  all,
  's',
  (GOAL_SECONDS * COUNT) / 1000,
);

await withSandbox(async (sandbox) => {
  print(
    'sandbox: first strategy of a cold sandbox',
    (await timed(() => sandbox.run(strategy(0), BARS)))[0] * 1000,
    'ms',
  );
  await sandbox.run(strategy(1), BARS);
  const warm: number[] = [];
  for (let k = 4; k < 24; k++) warm.push((await timed(() => sandbox.run(strategy(k), BARS)))[0]);
  print('sandbox: one warm strategy, median of 20', warm.sort((a, b) => a - b)[10]! * 1000, 'ms');
  for (const k of [0, 1]) {
    const [seconds, results] = await timed(() =>
      sandbox.runVariants(strategy(k), BARS, REPLAY, { deadlineMs: 600_000 }),
    );
    ok(results.filter((r) => r.outcome !== 'ok').length);
    print(`sandbox: causal replay of 500 bars (${['averages', 'RSI'][k]})`, seconds, 's');
  }
});

const CHECKED = Math.min(COUNT, 100);
const [checked] = await timed(() =>
  withSandbox(async (sandbox) => {
    const results = await Promise.all(
      codes.slice(0, CHECKED).map((code) =>
        sandbox.runVariants(code, BARS, [{ kind: 'prefix', length: 2000 }, ...CHECK], {
          deadlineMs: 600_000,
        }),
      ),
    );
    ok(results.flat().filter((r) => r.outcome !== 'ok').length);
  }),
);
print(`sandbox: ${CHECKED} strategies x 2,000 bars with the 24 runs of the prefix check`, checked, 's');
