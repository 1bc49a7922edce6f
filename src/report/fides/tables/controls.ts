/** Table 1 of the paper: the controls, as this run has them. */
import type { TableDeclaration } from '../../types.js';
import type { FidesEvidence } from '../evidence.js';

export const controls: TableDeclaration<FidesEvidence> = {
  id: 'controls',
  caption: 'Controls: what each does, and what it is for. Those below the rule are not in the paper.',
  columns: [
    { key: 'control', head: 'control' },
    { key: 'mechanism', head: 'mechanism' },
    { key: 'role', head: 'role' },
  ],
  rows: ({ run: { manifest, records } }) => {
    const [fast, slow] = manifest.sma;
    const swap = records[0]?.sayToDo.judges[1]?.judge;
    const has = (present: boolean, row: readonly [string, string, string]) => (present ? [row] : []);
    const paper = [
      ['buy-and-hold', 'always long on the same days', 'passive benchmark'] as const,
      [
        `SMA(${fast}, ${slow})`,
        'long while the fast average is above the slow one',
        'rule without a model',
      ] as const,
      ['lookback rule', 'lookbacks of the prose that stand in the code', 'say→do without a model'] as const,
      ...has(
        records.some((r) => r.unit.arm === 'two-stage'),
        ['two-stage', 'prose first, then code for it', 'translation control'],
      ),
      [`${manifest.costBps} bp`, 'one-way cost on turnover', 'friction'] as const,
      ...has(
        manifest.tasks.some((t) => t.alternate),
        ['alternate window', 'the same signals on other years', 'regime'],
      ),
      ...has(swap !== undefined, ['judge swap', `second judge (${swap})`, 'audit of the judge']),
    ];
    const ours = [
      ['reader', 'rules of prose and of the syntax tree, compared', 'say→do without a model'] as const,
      ...has(
        records.some((r) => r.lookAhead.prefix),
        ['prefix check', 'later bars removed or altered; earlier signals must stay', 'look-ahead'],
      ),
      ...has(
        records.some((r) => r.lookAhead.replay),
        ['causal replay', 'the strategy called on each prefix', 'look-ahead, and its worth'],
      ),
      ...has(
        records.some((r) => r.injections.length > 0),
        ['injections', 'one look-ahead put into each strategy', 'dose-response of the detectors'],
      ),
    ];
    const row = ([control, mechanism, role]: readonly [string, string, string], rule = false) => ({
      cells: { control, mechanism, role },
      rule,
    });
    return [...paper.map((r) => row(r)), ...ours.map((r, i) => row(r, i === 0))];
  },
};
