/** Runtime.terminateExecution from another thread, as the kernel's transport uses it, leaves the engine whole. */
import { MessageChannel, Worker } from 'node:worker_threads';
import * as assert from 'uvu/assert';
import { suite } from '../../support/suite.js';
import { notebook } from './support.js';

const test = suite('termination');

const enter = (start: () => void) => {
  const { port1, port2 } = new MessageChannel();
  port1.once('message', () => {
    port1.close();
    start();
  });
  port2.postMessage(0);
};

const terminator = new Worker(
  `const { parentPort } = require('node:worker_threads');
   const { Session } = require('node:inspector');
   const session = new Session();
   session.connectToMainThread();
   parentPort.on('message', (after) => setTimeout(() => {
     session.post('Runtime.terminateExecution');
     parentPort.postMessage('terminated');
   }, after));`,
  { eval: true },
);
test.after(async () => {
  await terminator.terminate();
});

// The cell itself calls for the termination, so that a slow machine cannot send it too early.
Object.assign(globalThis, { begin: () => terminator.postMessage(100) });
const { engine, run, value } = notebook({ enter, ambient: 'declare function begin(): void;' });

async function interrupted(source: string) {
  terminator.once('message', () => engine.interrupt());
  return run(source);
}

const ENDLESS: Readonly<Record<string, string>> = {
  'a loop': 'let n = 0; begin(); for (;;) n += 1',
  'a loop behind an await': 'n = -1; await null; begin(); for (;;) n -= 1',
  'a loop in an async function':
    'const spin = async () => { await null; begin(); for (;;) n += 1 }; await spin()',
  'a regular expression that backtracks without end': "begin(); /^(a+)+$/.test('a'.repeat(40) + 'b')",
};

for (const [name, source] of Object.entries(ENDLESS)) {
  test(`${name} ends as an interrupt, and later cells run`, async () => {
    const outcome = await interrupted(source);
    assert.is(outcome.status === 'error' && outcome.ename, 'KeyboardInterrupt');
    assert.is(await value('typeof n'), 'number');
    assert.is(await value('await Promise.resolve(n === n)'), true);
  });
}

test.run();
