import { createSandbox } from 'fides/sandbox';
import { UserError } from '#fides/base/errors.js';
import { suite, when } from '../support/suite.js';
import { probes, Range } from './support/abuse.js';
import { bars } from './support/bars.js';

const test = suite('abuse, Python');
const RISING = 'def strategy(df):\n    return (df.Close > df.Close.shift(1)).astype(int)\n';
const reason = await refusal();
const range = new Range('python', RISING, 500);
const onLinux = when(test, reason === null, `Python strategies: ${reason}`);

if (reason === null) {
  test.before(() => range.open());
  test.after(() => range.close());
}

for (const probe of probes('python')) onLinux(`contains ${probe.name}`, () => range.contains(probe));

onLinux('the pool is back to full size after all of it', async () => {
  await range.isWhole(await range.sandbox.pythonPool());
});

test.run();

/** Why Python is refused on this machine; null when it is not. */
async function refusal(): Promise<string | null> {
  const sandbox = createSandbox({ size: 1 });
  try {
    await sandbox.run({ code: RISING, language: 'python' }, bars(10));
    return null;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  } finally {
    await sandbox.close();
  }
}
