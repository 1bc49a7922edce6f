/** Sentences of the FIDES report, from runs in which there is one of a thing, or none. */
import * as assert from 'uvu/assert';
import type { Run, UnitRecord } from 'fides/study';
import { composeReport } from '#fides/report/compose.js';
import { reportOfFides } from '#fides/report/fides/index.js';
import { keywordClaims } from '#fides/study/keyword-claims.js';
import { paperRun } from '../study/paper-records.js';
import { METRICS, unitRecord, windowScore } from '../study/records.js';
import { suite } from '../support/suite.js';

const test = suite('report/sentences');
const paper = paperRun();

/** The paper's run with some of its records only, or other ones. */
const runOf = (records: readonly UnitRecord[], changes: Partial<Run> = {}): Run => ({
  ...paper,
  records,
  ...changes,
});

async function textOf(run: Run): Promise<string> {
  const { declaration, evidence } = reportOfFides(run);
  const { html } = await composeReport(declaration, evidence);
  return html
    .replace(/<(style|script|svg)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ');
}

test('several are several', async () => {
  const text = await textOf(paper);
  assert.match(text, 'The code of 35 runs; 5 fail and are counted as they are.');
  assert.match(text, '32 strategies claim to beat buy-and-hold; 1 of them does (3.1 %).');
  assert.match(text, '2 strategies beat buy-and-hold (1 always flat).');
});

test('one is one', async () => {
  const winner = paper.records.filter((r) => r.primary.flat && r.primary.beatsBuyAndHold);
  const text = await textOf(runOf(winner));
  assert.match(text, '1 language model wrote 1 trading strategy,');
  assert.match(text, '1 strategy beats buy-and-hold (1 always flat).');
  assert.match(text, 'The run covers 1 unit: 1 model,');
  assert.match(text, 'of 1 strategy none fails.');
});

test('none is said without a second half', async () => {
  const text = await textOf(
    runOf(
      paper.records.filter(
        (r) =>
          r.execution.outcome === 'ok' &&
          !r.primary.beatsBuyAndHold &&
          !r.sayToResult.paperClaims.beatsBuyAndHold,
      ),
    ),
  );
  assert.match(text, 'All code runs.');
  assert.match(
    text,
    'No strategy claims to beat buy-and-hold. No strategy uses the future. No strategy beats buy-and-hold.',
  );
  assert.not.match(text, /\b1 (strategies|models|units|tasks|seeds)\b/);
});

test('where reader and main judge differ, the abstract says how far they see the same', async () => {
  const scored = (index: number, judge: number, reader: number) => {
    const verdict = (score: number) => ({ judge: 'x', checks: null, score, evidence: [] });
    return unitRecord(index, {
      sayToDo: { judges: [verdict(judge)], rule: verdict(1), reader: verdict(reader) },
    });
  };
  const kind = [scored(0, 1, 0.75), scored(1, 1, 0.5), scored(2, 1, 1)];
  assert.match(
    await textOf(runOf(kind)),
    'The reader finds that prose and code differ in 2 strategies; the main judge finds it in none of these.',
  );
  const stern = [...kind.slice(1), scored(3, 0.5, 0.5), scored(4, 0.5, 1)];
  assert.match(
    await textOf(runOf(stern)),
    'differ in 2 strategies; the main judge finds it in 1 of these and in 1 other.',
  );
  assert.not.match(await textOf(runOf([scored(0, 1, 1)])), 'The reader finds');
});

test('a run that is not complete says so in its title, and how far it is', async () => {
  const text = await textOf(runOf(paper.records.slice(0, 11), { complete: false }));
  assert.match(text, 'counts (incomplete)');
  assert.match(text, 'Incomplete run. 11 of 40 units have a record');
});

test('a score of 1 that a claim with its number belies says what it stands for, and is counted', async () => {
  const sharpe = 0.449;
  const belied = unitRecord(0, {
    sayToResult: {
      score: 1,
      paperClaims: { beatsBuyAndHold: false, sharpe: true, profit: false },
      claims: [
        {
          claim: {
            text: 'Sharpe ratio above 0.8',
            quantity: 'sharpe',
            comparison: 'above',
            threshold: { value: 0.8 },
            hedged: false,
          },
          realised: sharpe,
          reference: 0.8,
          bySign: 'refuted',
          byInterval: 'undetermined',
          interval: [-1.7, 0.6],
        },
      ],
      byModel: null,
    },
    primary: windowScore({ strategy: { ...METRICS, sharpe } }),
  });
  const text = await textOf(runOf([belied]));
  assert.match(text, '1.00 by the paper’s keywords: Sharpe above 0, holds');
  assert.match(text, 'rules: Sharpe above 0.800: is 0.449; refuted by sign');
  assert.match(text, '1 strategy has a say→result of 1 although a claim, so read, is refuted by sign.');
});

test('what the keywords find gives the score of every record', () => {
  for (const record of paper.records) {
    const claims = keywordClaims(record);
    const score = claims.length === 0 ? 0.5 : claims.every(({ holds }) => holds) ? 1 : 0;
    assert.is(score, record.sayToResult.score, `record ${record.index}`);
  }
});

test.run();
