// Runs many strategies through one sandbox, a tenth of them hostile, and watches this process's memory and its children.
// Usage: node scripts/soak-sandbox.mjs [strategies, 20000] (after npm run build). Prints JSON lines; fails when a decent
// strategy does not come back ok and equal, when memory grew, or when a child is left behind.
import { readdirSync, readFileSync } from 'node:fs';
import { createSandbox } from '../dist/src/sandbox/index.js';

const total = Number(process.argv[2] ?? 20_000);
const HOSTILE_EVERY = 10;
const AT_ONCE = 8;
/** Growth of resident memory from the first tenth to the end that still counts as flat. */
const FLAT_MB = 64;

const folder = new URL('../test/sandbox/abuse/javascript/', import.meta.url);
const hostile = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
const bars = { resolution: 'day' };
for (const name of ['time', 'open', 'high', 'low', 'close', 'volume'])
  bars[name] = Float64Array.from({ length: 250 }, (_, i) =>
    name === 'time' ? i * 864e5 : 100 + Math.sin(i / 5),
  );

const decent = (k) => `function strategy(df: { close: number[] }): number[] {
  return df.close.map((c, i) => (i < ${1 + (k % 40)} ? 0 : c > df.close[i - ${1 + (k % 40)}]! ? 1 : -1));
}`;
const answers = new Map();
const outcomes = {};
const problems = [];
const sandbox = createSandbox({ size: 2, deadlineMs: 300 });
let next = 0;
let done = 0;
let baseline;
const started = performance.now();

await Promise.all(Array.from({ length: AT_ONCE }, worker));
await sandbox.close();
const grown = memory() - baseline;
if (grown > FLAT_MB) problems.push(`resident memory grew by ${grown} MB`);
const left = children();
if (left.length > 0) problems.push(`children left behind: ${left}`);
console.log(
  JSON.stringify({
    bench: 'sandbox soak',
    value: total,
    unit: 'strategies',
    seconds: seconds(),
    grownMb: grown,
    childrenLeft: left.length,
    outcomes,
    problems,
  }),
);
process.exitCode = problems.length > 0 ? 1 : 0;

async function worker() {
  while (next < total) {
    const k = next++;
    if (k % HOSTILE_EVERY === 0) await attack(k);
    else await behave(k);
    done += 1;
    if (done === Math.ceil(total / 10)) baseline = memory();
    if (done % Math.ceil(total / 20) === 0)
      console.log(JSON.stringify({ done, seconds: seconds(), rssMb: memory(), children: children().length }));
  }
}

async function attack(k) {
  const code = hostile[(k / HOSTILE_EVERY) % hostile.length];
  const { outcome, detail } = await sandbox.run({ code, language: 'typescript' }, bars);
  count(outcome);
  if (/ESCAPED/.test(detail ?? '') && outcome === 'threw') problems.push(`escaped: ${code.slice(0, 200)}`);
}

/** On a machine busy with other work a decent strategy too may run out of its 0.3 s; anything else is a problem. */
async function behave(k) {
  const { outcome, signal, detail } = await sandbox.run({ code: decent(k), language: 'typescript' }, bars);
  count(`decent ${outcome}`);
  if (outcome === 'timed-out') return;
  if (outcome !== 'ok') return void problems.push(`decent strategy ${k}: ${outcome} ${detail}`);
  const key = k % 40;
  const text = signal.join();
  if ((answers.get(key) ?? text) !== text) problems.push(`strategy ${k} gave other signals than before`);
  answers.set(key, text);
}

function count(outcome) {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
}

function seconds() {
  return Math.round((performance.now() - started) / 1000);
}

function memory() {
  return Math.round(process.memoryUsage().rss / 2 ** 20);
}

/** Living children of this process, on Linux. */
function children() {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      return state !== 'Z' && Number(parent) === process.pid;
    } catch {
      return false;
    }
  });
}
