/** fides models: list, add, check and bench language models. */
import type { Command } from 'commander';
import type { Terminal } from '../terminal.js';
import { addAdd } from './models/add.js';
import { addBench } from './models/bench.js';
import { addCheck } from './models/check.js';
import { addList } from './models/list.js';

export function addModels(program: Command, io: Terminal): void {
  const models = program.command('models').description('list, add, check or measure language models');
  addList(models, io);
  addAdd(models, io);
  addCheck(models, io);
  addBench(models, io);
}
