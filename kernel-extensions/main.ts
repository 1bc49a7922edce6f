/**
 * The kernel process. Jupyter starts it as `node main.js CONNECTION-FILE [--extension MODULE]...`; an extension is a
 * module that exports `extendKernel()`. It is loaded when a cell first uses a magic that is not built in.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as face from './index.js';
import { startKernel } from './start.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { extension: { type: 'string', multiple: true, default: [] } },
});
const [connectionFile] = positionals;
if (!connectionFile) {
  process.stderr.write('Usage: node main.js CONNECTION-FILE [--extension MODULE]...\n');
  process.exit(2);
}
await startKernel({
  connection: readFileSync(connectionFile, 'utf8'),
  extensions: values.extension ?? [],
  face,
});
