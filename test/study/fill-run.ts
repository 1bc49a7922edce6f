/** Appends records to the named run until the disk is full; exits 2 and prints the message. */
import { UserError } from 'fides';
import { writeRun } from '#fides/study/store/write-run.js';
import { manifestFor, unitRecord } from './records.js';

process.on('SIGXFSZ' as NodeJS.Signals, () => {});
const writer = writeRun(process.argv[2]!, manifestFor(100));
try {
  for (let i = 0; i < 100; i++)
    writer.add(unitRecord(i), { index: i, stages: {}, device: '', cachedCalls: 0 });
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stdout.write(error.message);
  process.exit(2);
}
