/** Beyond the paper: what the most and the least concordant strategies earned. */
import type { Run, UnitRecord } from '../../../study/index.js';
import { GREY, PALETTE } from '../../style.js';
import type { Datum, FigureDeclaration } from '../../types.js';
import { label, sayToDo, type FidesEvidence } from '../evidence.js';

const EACH = 3;

export const extremes: FigureDeclaration<FidesEvidence> = {
  id: 'extremes',
  caption: `Growth of 1 out of sample: the ${EACH} most concordant strategies above, the ${EACH} least concordant below, of those that run; concordance is the mean of say→do by all readers. Dashed: buy-and-hold.`,
  alt: 'Six small line charts of equity against buy-and-hold.',
  draw: ({ run }) => {
    const ranked = run.records
      .filter((r) => r.curves.strategy !== null)
      .sort((a, b) => concordance(b) - concordance(a) || a.index - b.index);
    if (ranked.length === 0) return null;
    const chosen = [...ranked.slice(0, EACH), ...ranked.slice(-EACH)].filter(
      (r, i, all) => all.indexOf(r) === i,
    );
    return {
      kind: 'vega-lite',
      spec: {
        facet: { field: 'panel', type: 'nominal', sort: null, title: null },
        columns: EACH,
        spec: {
          width: 172,
          height: 84,
          mark: { type: 'line' },
          encoding: {
            x: {
              field: 'day',
              type: 'temporal',
              timeUnit: 'utcyearmonthdate',
              title: null,
              axis: { tickCount: { interval: 'month', step: 6 }, format: '%b %y' },
            },
            y: {
              field: 'growth',
              type: 'quantitative',
              title: null,
              scale: { zero: false },
              axis: { tickCount: 4, format: '.2f' },
            },
            color: {
              field: 'series',
              type: 'nominal',
              title: null,
              sort: ['strategy', 'buy-and-hold'],
              scale: { range: [PALETTE[0], GREY] },
            },
            strokeDash: { field: 'series', type: 'nominal', title: null, sort: ['strategy', 'buy-and-hold'] },
          },
        },
        spacing: { row: 14, column: 16 },
        resolve: { scale: { x: 'independent', y: 'independent' } },
      },
      data: chosen.flatMap((record) => curves(run, record)),
    };
  },
};

/** Every reader counts alike here: the figure only chooses what to draw, it scores nothing. */
function concordance(record: UnitRecord): number {
  const scores = [
    sayToDo(record),
    ...record.sayToDo.judges.slice(1).map((v) => v.score),
    record.sayToDo.reader.score,
  ];
  const defined = scores.filter((s): s is number => s !== null && s !== undefined);
  return defined.length === 0 ? 0 : defined.reduce((a, b) => a + b, 0) / defined.length;
}

/** Every fourth day is drawn: a line of 172 px cannot show more. */
function curves(run: Run, record: UnitRecord): Datum[] {
  const days = JSON.parse(run.text(record.curves.days)) as string[];
  const panel = label(record);
  const series = {
    strategy: run.curve(record.curves.strategy!),
    'buy-and-hold': run.curve(record.curves.buyAndHold),
  };
  return Object.entries(series).flatMap(([name, values]) =>
    days
      .map((day, i) => ({
        panel,
        series: name,
        day,
        growth: Math.round(values[i]! * 1e6) / 1e6,
        record: record.index,
      }))
      .filter((_, i) => i % 4 === 0),
  );
}
