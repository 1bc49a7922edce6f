/** uvu suites with visible skips. */
import { suite as uvuSuite, type Test } from 'uvu';

/** A suite; call its run() at the end of the file. */
export const suite = uvuSuite;

/** `test` when `available`, else its skip, saying why once; the runner prints the line. */
export function when<T>(test: Test<T>, available: boolean, reason: string): Test<T> | Test<T>['skip'] {
  if (available) return test;
  process.stdout.write(`SKIP ${reason}\n`);
  return test.skip;
}
