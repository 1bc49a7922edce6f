// npm run check: types, lint, format, import layers. Every part runs, so that one sitting mends them all.
import { spawnSync } from 'node:child_process';

const parts = [
  ['types', 'tsc', ['-p', 'tsconfig.json', '--noEmit']],
  ['lint', 'eslint', ['.', '--max-warnings', '0']],
  ['format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['layers', 'depcruise', ['--config', '.dependency-cruiser.cjs', 'src', 'kernel-extensions']],
];
let failed = 0;
for (const [name, command, args] of parts) {
  const { status } = spawnSync('npx', ['--no-install', command, ...args], { stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (status !== 0) failed += 1;
}
process.exit(failed > 0 ? 1 : 0);
