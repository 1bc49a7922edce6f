/** Holds the run in the named folder until it is killed. */
import { writeRun } from '#fides/study/store/write-run.js';
import { manifestFor } from './records.js';

writeRun(process.argv[2]!, manifestFor(1));
process.stdout.write('held\n');
process.stdin.resume();
