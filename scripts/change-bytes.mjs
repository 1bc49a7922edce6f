// Changes one random byte at a time in a copy of a run or of its report, and asks `verify` whether it sees it.
// Usage: node scripts/change-bytes.mjs RUN REPORT [changes, 100] [seed, bytes]. timings.jsonl is left out: it is no evidence.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { UserError } from '../dist/src/base/errors.js';
import { random } from '../dist/src/base/random.js';
import { verifyReport } from '../dist/src/report/index.js';

const [run, report, changes = '100', seed = 'bytes'] = process.argv.slice(2);
if (!report) throw new Error('usage: node scripts/change-bytes.mjs RUN REPORT [changes] [seed]');

const work = mkdtempSync(join(tmpdir(), 'fides-change-'));
const copies = { run: join(work, basename(resolve(run))), report: join(work, 'report') };
cpSync(run, copies.run, { recursive: true });
cpSync(report, copies.report, { recursive: true });

/** What verify says first, or null when it finds nothing. */
const told = () =>
  verifyReport(copies.report, { run: copies.run }).then(
    ({ differences }) => differences[0] ?? null,
    (error) => {
      if (!(error instanceof UserError)) throw error;
      return error.problem;
    },
  );

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'timings.jsonl')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

try {
  const untouched = await told();
  if (untouched !== null) throw new Error(`the report does not verify before any change: ${untouched}`);
  const draw = random(seed);
  const missed = [];
  for (let i = 0; i < Number(changes); i++) {
    const files = filesOf(i % 2 === 0 ? copies.run : copies.report);
    const file = files[draw.integer(files.length)];
    const bytes = readFileSync(file);
    if (bytes.length === 0) continue;
    const at = draw.integer(bytes.length);
    const changed = Buffer.from(bytes);
    changed[at] = bytes[at] ^ (1 + draw.integer(255));
    writeFileSync(file, changed);
    const answer = await told();
    writeFileSync(file, bytes);
    const place = `${relative(work, file)}, byte ${at}`;
    if (answer === null) missed.push(place);
    console.log(`${i + 1} ${place}: ${answer ?? 'NOT FOUND'}`);
  }
  console.log(
    JSON.stringify({ bench: 'single-byte changes not found', value: missed.length, goal: 0, missed }),
  );
  if (missed.length > 0) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
