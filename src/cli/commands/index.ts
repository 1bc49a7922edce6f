import type { Command } from 'commander';
import type { Terminal } from '../terminal.js';
import { addBaselines } from './baselines.js';
import { addCheck } from './check.js';
import { addData } from './data.js';
import { addKernel } from './kernel.js';
import { addLab } from './lab.js';
import { addDoctor } from './doctor.js';
import { addModels } from './models.js';
import { addNotebook } from './notebook.js';
import { addReport } from './report.js';
import { addReproduce } from './reproduce.js';
import { addRun } from './run.js';
import { addRuns } from './runs.js';
import { addShow } from './show.js';
import { addVerify } from './verify.js';

/** A command adds itself to the program; heavy rooms are imported inside its action, so that --help stays quick. */
export type AddCommand = (program: Command, io: Terminal) => void;

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
  addDoctor,
  addKernel,
  addLab,
  addNotebook,
];
