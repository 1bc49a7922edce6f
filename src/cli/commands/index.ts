import type { AddCommand } from '../command.js';
import { addBaselines } from './baselines.js';
import { addCheck } from './check.js';
import { addData } from './data.js';
import { addKernel } from './kernel.js';
import { addLab } from './lab.js';
import { addDiff } from './diff.js';
import { addDoctor } from './doctor.js';
import { addModels } from './models.js';
import { addNotebook } from './notebook.js';
import { addReport } from './report.js';
import { addReproduce } from './reproduce.js';
import { addRun } from './run.js';
import { addRuns } from './runs.js';
import { addShow } from './show.js';
import { addVerify } from './verify.js';

/** In the order of `fides --help`. */
export const commands: readonly AddCommand[] = [
  addReproduce,
  addBaselines,
  addCheck,
  addData,
  addModels,
  addRun,
  addRuns,
  addShow,
  addReport,
  addVerify,
  addDiff,
  addDoctor,
  addKernel,
  addLab,
  addNotebook,
];
