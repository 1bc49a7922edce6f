/** Table 6 of the paper: what one injected look-ahead does to do->real. */
import type { InjectionRecord, UnitRecord } from '../../../study/index.js';
import { count, fixed } from '../../format.js';
import type { TableDeclaration } from '../../types.js';
import { indices, mean, publishedNote, type FidesEvidence } from '../evidence.js';

export const doseResponse: TableDeclaration<FidesEvidence> = {
  id: 'dose-response',
  caption:
    'Dose-response. do→real before and after one look-ahead is injected at the top of each strategy that runs; those that still run are counted.',
  columns: [
    { key: 'injection', head: 'injection' },
    { key: 'n', head: 'strategies', format: count },
    { key: 'clean', head: 'clean', group: 'do→real', format: fixed(2) },
    { key: 'injected', head: 'injected', group: 'do→real', format: fixed(2) },
    { key: 'drop', head: 'drop', group: 'do→real', format: fixed(3) },
  ],
  rows: ({ run, published }) =>
    injectionNames(run.records).map((name) => {
      const pairs = injectedPairs(run.records, name);
      const clean = mean(pairs.map(({ record }) => record.doToReal.score));
      const injected = mean(pairs.map(({ injection }) => injection.doToReal.score));
      const printed = name === 'close-shift' ? published.lookAhead : null;
      return {
        cells: {
          injection: name,
          n: { value: pairs.length, published: printed?.injected ?? null },
          clean: { value: clean, published: printed?.clean ?? null },
          injected: { value: injected, published: printed?.afterInjection ?? null },
          drop: {
            value: clean === null || injected === null ? null : clean - injected,
            published: printed?.drop ?? null,
          },
        },
        records: indices(pairs.map(({ record }) => record)),
      };
    }),
  notes: (evidence) => [
    publishedNote(evidence),
    "The paper's runtime probe shuffles prices after the bars that it watches, and so cannot fire; it flagged none. The prefix check takes its place: @[detectors].",
  ],
};

/** Names of injections in the order of the study. */
export function injectionNames(records: readonly UnitRecord[]): string[] {
  return [...new Set(records.flatMap((r) => r.injections.map((i) => i.injection)))];
}

/** Strategies that run, with an injection that runs as well. */
export function injectedPairs(
  records: readonly UnitRecord[],
  name: string,
): { record: UnitRecord; injection: InjectionRecord }[] {
  return records.flatMap((record) =>
    record.injections
      .filter((i) => i.injection === name && i.outcome === 'ok')
      .map((injection) => ({ record, injection })),
  );
}
