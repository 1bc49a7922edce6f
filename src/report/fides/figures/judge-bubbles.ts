/** Figure 4 of the paper: how often the two judges give each pair of scores. */
import type { FigureDeclaration } from '../../types.js';
import type { FidesEvidence } from '../evidence.js';

export const judgeBubbles: FigureDeclaration<FidesEvidence> = {
  id: 'judge-bubbles',
  caption:
    'The main judge and the swap judge on the same strategies. Area and number: strategies with that pair of scores. On the diagonal the judges agree.',
  alt: 'A bubble chart of say to do by the main judge against say to do by the swap judge, with the diagonal of agreement.',
  draw: ({ run }) => {
    const pairs = new Map<string, { main: number; swap: number; count: number; records: number[] }>();
    for (const record of run.records) {
      const [main, swap] = record.sayToDo.judges.map((v) => v.score);
      if (main === null || main === undefined || swap === null || swap === undefined) continue;
      const pair = pairs.get(`${main} ${swap}`) ?? { main, swap, count: 0, records: [] };
      pairs.set(`${main} ${swap}`, {
        ...pair,
        count: pair.count + 1,
        records: [...pair.records, record.index],
      });
    }
    if (pairs.size === 0) return null;
    const axis = { values: [0, 0.25, 0.5, 0.75, 1], format: '.2f' };
    const scale = { domain: [-0.1, 1.1], nice: false };
    const position = {
      x: { field: 'main', type: 'quantitative', title: `say→do by ${judgeName(run, 0)}`, scale, axis },
      y: { field: 'swap', type: 'quantitative', title: `say→do by ${judgeName(run, 1)}`, scale, axis },
    };
    return {
      kind: 'vega-lite',
      spec: {
        width: 180,
        height: 180,
        layer: [
          {
            data: { name: 'diagonal' },
            mark: { type: 'line', color: '#9a9a9a', strokeDash: [4, 3], strokeWidth: 0.8 },
            encoding: {
              x: { field: 'main', type: 'quantitative' },
              y: { field: 'swap', type: 'quantitative' },
            },
          },
          {
            data: { name: 'pairs' },
            mark: { type: 'circle', opacity: 0.35, stroke: '#1a1a1a', strokeWidth: 0.6 },
            encoding: {
              ...position,
              size: {
                field: 'count',
                type: 'quantitative',
                legend: null,
                scale: { range: [60, 1500], domainMin: 0 },
              },
            },
          },
          {
            data: { name: 'pairs' },
            mark: { type: 'text', fontSize: 11, fontWeight: 600 },
            encoding: { ...position, text: { field: 'count' } },
          },
        ],
      },
      data: {
        diagonal: [
          { main: 0, swap: 0 },
          { main: 1, swap: 1 },
        ],
        pairs: [...pairs.values()].sort((a, b) => a.main - b.main || a.swap - b.swap),
      },
    };
  },
};

function judgeName(run: FidesEvidence['run'], j: number): string {
  return run.records[0]?.sayToDo.judges[j]?.judge ?? (j === 0 ? 'the main judge' : 'the swap judge');
}
