/** Figure 2 of the paper: from a task to the report. */
import { box, connect, svg } from '../../diagram.js';
import type { FigureDeclaration } from '../../types.js';
import type { FidesEvidence } from '../evidence.js';

export const pipeline: FigureDeclaration<FidesEvidence> = {
  id: 'pipeline',
  caption:
    'The pipeline. Dashed: controls, which feed into the scores. What the paper has not is set in grey.',
  alt: 'A chain of boxes from task through delivery, sandbox, backtest and gaps to the report, with controls below it.',
  draw: ({ run: { manifest } }) => {
    const w = 92;
    const at = (i: number) => 4 + i * 100.8;
    const chain = [
      ['Task', 'symbol, context, window'],
      ['Delivery', 'one call, or two'],
      ['Sandbox', 'no clock, no network'],
      ['Backtest', 'lag one, out of sample'],
      ['Three gaps', 'kept apart'],
      ['Report', 'every number bound'],
    ] as const;
    const controls = [
      { at: 2, title: 'prefix, replay', sub: 'future withheld', grey: true },
      { at: 3, title: 'controls', sub: `SMA, ${manifest.costBps} bp, window`, grey: false },
      { at: 4, title: 'judge swap', sub: 'rule, reader', grey: false },
    ];
    return {
      kind: 'svg',
      svg: svg(604, 168, [
        ...chain.map(([title, sub], i) => box({ x: at(i), y: 6, width: w, height: 62 }, title, sub)),
        ...chain.slice(1).map((_, i) => connect([at(i) + w, 37], [at(i + 1), 37])),
        ...controls.flatMap((c) => [
          box({ x: at(c.at), y: 104, width: w, height: 56 }, c.title, c.sub, { dashed: true, grey: c.grey }),
          connect([at(c.at) + w / 2, 104], [at(c.at) + w / 2, 68], { dashed: true }),
        ]),
      ]),
    };
  },
};
