/** Figure 1 of the paper: one strategy delivered three ways, and the gap between each two of them. */
import { box, connect, svg, text } from '../../diagram.js';
import type { FigureDeclaration } from '../../types.js';
import type { FidesEvidence } from '../evidence.js';

export const concept: FigureDeclaration<FidesEvidence> = {
  id: 'concept',
  caption:
    'One object, three accounts of it. Each gap asks whether two of them describe the same strategy; the three are read separately.',
  alt: 'A triangle of three boxes: what the model says, what it does, and what really happens, with the gaps say to do, do to real, and say to result on its edges.',
  draw: () => ({
    kind: 'svg',
    svg: svg(604, 250, [
      box({ x: 202, y: 6, width: 200, height: 64 }, 'What it says', 'prose, and the edge it claims'),
      box({ x: 6, y: 176, width: 200, height: 64 }, 'What it does', 'strategy(df), signals in the sandbox'),
      box(
        { x: 398, y: 176, width: 200, height: 64 },
        'What really happens',
        'lag-one backtest, out of sample',
      ),
      connect([250, 70], [130, 176]),
      connect([206, 208], [398, 208]),
      connect([354, 70], [474, 176]),
      text(152, 118, 'say→do', { anchor: 'end', weight: 600 }),
      text(152, 133, 'do prose and code agree?', { anchor: 'end', grey: true }),
      text(302, 199, 'do→real', { weight: 600 }),
      text(302, 226, 'runs, active, causal?', { grey: true }),
      text(452, 118, 'say→result', { anchor: 'start', weight: 600 }),
      text(452, 133, 'does the claim come true?', { anchor: 'start', grey: true }),
    ]),
  }),
};
