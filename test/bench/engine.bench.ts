/**
 * 10,000 signal series x 2,000 bars through the lag-one engine with all metrics, against the same in pandas and numpy
 * where python3-pandas is there (apt-get install python3-pandas), in seconds of processor time, since both run on one
 * core and others may share it. Goal: at least 5 times pandas.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backtestMany, type MetricColumns } from 'fides/backtest';
import { synthetic } from 'fides/market';
import { random } from '#fides/base/random.js';

const ROWS = 10_000;
const BARS = 2_000;
const COST_BPS = 10;

const close = synthetic({ seed: 1, bars: BARS })[0]!.close;
const signals = signalsOf(ROWS);
const run = () => backtestMany(close, signals, { from: 1, to: BARS }, { costBps: COST_BPS });
run();
const { seconds, columns } = fastest(3);
print({ bench: 'engine', value: seconds, unit: 's', goal: null, series: ROWS, bars: BARS });
const python = inPython();
if (python) {
  const { pandas, numpy, version } = python;
  agree(columns, pandas);
  agree(columns, numpy);
  print({
    bench: 'engine-vs-pandas',
    ratio: pandas.seconds / seconds,
    goal: 5,
    unit: 'times',
    pandas: version,
  });
  print({ bench: 'engine-vs-numpy', ratio: numpy.seconds / seconds, goal: null, unit: 'times' });
} else print({ bench: 'engine-vs-pandas', ratio: null, goal: 5, skipped: 'no /usr/bin/python3 with pandas' });

/** Series that hold a position for some days, then another: as strategies do. */
function signalsOf(rows: number): Int8Array {
  const rng = random('bench');
  const flat = new Int8Array(rows * BARS);
  for (let at = 0; at < flat.length;) {
    const end = Math.min(flat.length, at + 1 + rng.integer(30));
    flat.fill(rng.integer(3) - 1, at, end);
    at = end;
  }
  return flat;
}

function fastest(times: number): { seconds: number; columns: MetricColumns } {
  let seconds = Infinity;
  let result = run();
  for (let i = 0; i < times; i++) {
    const start = process.cpuUsage();
    result = run();
    seconds = Math.min(seconds, process.cpuUsage(start).user / 1e6);
  }
  return { seconds, columns: result };
}

interface Sums {
  readonly seconds: number;
  readonly sharpe: number;
  readonly total: number;
  readonly drawdown: number;
}

function inPython(): { pandas: Sums; numpy: Sums; version: string } | null {
  const folder = mkdtempSync(join(tmpdir(), 'fides-bench-'));
  try {
    writeFileSync(
      join(folder, 'close.f64'),
      new Uint8Array(close.buffer, close.byteOffset, close.byteLength),
    );
    writeFileSync(join(folder, 'signals.i8'), signals);
    const script = join(import.meta.dirname, 'engine-pandas.py');
    const { status, stdout } = spawnSync(
      '/usr/bin/python3',
      [script, folder, String(ROWS), String(BARS), String(COST_BPS)],
      { encoding: 'utf8' },
    );
    return status === 0 ? (JSON.parse(stdout) as ReturnType<typeof inPython>) : null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A faster engine that computes something else would be no gain. */
function agree(ours: MetricColumns, theirs: Sums): void {
  const sum = (column: Float64Array) => column.reduce((total, value) => total + value, 0);
  const pairs = [
    [sum(ours.sharpe), theirs.sharpe],
    [sum(ours.totalReturn), theirs.total],
    [sum(ours.maxDrawdown), theirs.drawdown],
  ] as const;
  for (const [a, b] of pairs)
    if (Math.abs(a - b) > 1e-6 * Math.max(1, Math.abs(b))) throw new Error(`results differ: ${a} and ${b}`);
}

function print(line: Record<string, unknown>): void {
  console.log(JSON.stringify(line));
}
