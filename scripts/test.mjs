// Runs every test/**/*.test.ts in a process of its own, so that a native abort in one takes no other along, with a temporary
// folder of its own, so that what is killed in the middle of a test leaves nothing behind,
// and closes with one plain line: N passed, N failed, N skipped.
// Usage: npm test [-- words]   only files whose path holds one of the words.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const FILE_LIMIT_MS = 10 * 60_000;
const words = process.argv.slice(2);
const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((f) => f.endsWith('.test.ts'))
  .map((f) => join('test', f))
  .filter((f) => words.length === 0 || words.some((w) => f.includes(w)))
  .sort();

const total = { passed: 0, failed: 0, skipped: 0 };
const queue = [...files];
const workers = Math.max(1, Math.min(4, availableParallelism()));
await Promise.all(Array.from({ length: workers }, drain));
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 || (total.passed === 0 && files.length > 0) ? 1 : 0);

async function drain() {
  for (let file = queue.shift(); file; file = queue.shift()) report(file, await run(file));
}

function run(file) {
  return new Promise((done) => {
    const started = Date.now();
    const TMPDIR = mkdtempSync(join(tmpdir(), 'fides-test-'));
    const child = spawn(process.execPath, ['--import', 'tsx', file], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', TMPDIR },
    });
    const chunks = [];
    child.stdout.on('data', (d) => chunks.push(d));
    child.stderr.on('data', (d) => chunks.push(d));
    const limit = setTimeout(() => child.kill('SIGKILL'), FILE_LIMIT_MS);
    child.on('close', (code, signal) => {
      clearTimeout(limit);
      rmSync(TMPDIR, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      done({
        code,
        signal,
        output: Buffer.concat(chunks).toString(),
        seconds: (Date.now() - started) / 1000,
      });
    });
  });
}

function report(file, { code, signal, output, seconds }) {
  const count = (name) =>
    [...output.matchAll(new RegExp(`^ *${name}: +(\\d+)`, 'gm'))].reduce((s, m) => s + Number(m[1]), 0);
  const all = count('Total');
  const passed = count('Passed');
  const skipped = count('Skipped');
  let failed = Math.max(0, all - passed);
  if (failed === 0 && (code !== 0 || all + skipped === 0)) failed = 1; // died before it could count
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  const mark = failed > 0 ? 'FAIL' : 'ok  ';
  console.log(
    `${mark} ${relative('.', file)}  ${passed} passed${skipped ? `, ${skipped} skipped` : ''}  ${seconds.toFixed(1)} s`,
  );
  for (const line of output.matchAll(/^SKIP .*/gm)) console.log(`     ${line[0]}`);
  if (failed > 0) console.log(`${signal ? `ended by ${signal}\n` : ''}${output}`);
}
