// Runs test/bench/*.bench.ts one after another; each prints JSON lines {bench, ratio or value, goal, ...}.
// Usage: npm run bench [-- words]
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const words = process.argv.slice(2);
const files = readdirSync('test/bench').filter(
  (f) => f.endsWith('.bench.ts') && (words.length === 0 || words.some((w) => f.includes(w))),
);
let failed = 0;
for (const file of files.sort()) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', join('test/bench', file)], {
    stdio: 'inherit',
  });
  if (status !== 0) failed += 1;
}
process.exit(failed > 0 ? 1 : 0);
