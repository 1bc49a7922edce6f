/** Runs the golden study into the named folder with the named cache, and prints where it is. */
import { readStudy, runStudy } from 'fides/study';
import { FILE, open } from './golden-models.js';

const [folder, cache] = process.argv.slice(2);
const summary = await runStudy(readStudy(FILE), { file: FILE, open, folder: folder!, cache: cache! });
process.stdout.write(`${summary.folder}\n`);
