/** fides data: list, check, import and fetch bars. */
import type { Command } from 'commander';
import type { Terminal } from '../terminal.js';
import { addCheck } from './data/check.js';
import { addFetch } from './data/fetch.js';
import { addImport } from './data/import.js';
import { addList } from './data/list.js';

export function addData(program: Command, io: Terminal): void {
  const data = program.command('data').description('list, check, import or fetch bars');
  addList(data, io);
  addCheck(data, io);
  addImport(data, io);
  addFetch(data, io);
}
