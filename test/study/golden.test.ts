/**
 * Thirteen strategies written by hand, one for every outcome that code can provoke and every branch of the three gaps.
 * Scores were worked out by hand from the protocol. Sharpe ratios and returns of the S&P 500 were computed with numpy
 * from the same file: 2007-08, 504 days.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { openRun, readStudy, replayOf, runStudy, type Run, type UnitRecord } from 'fides/study';
import { suite } from '../support/suite.js';
import { FILE, open } from './golden-models.js';

const test = suite('golden run');
/** From the file by numpy: sample std, sqrt(252), compounded product minus 1. */
const BUY_AND_HOLD = { sharpe: '-0.568', totalReturn: '-0.363' };
const SHORT_RETURN = '0.293';
const FORESIGHT_SHARPE = '7.67';

const scratch = () => mkdtempSync(join(tmpdir(), 'fides-golden-'));
let run: Run;

test.before(async () => {
  const { folder } = await runStudy(readStudy(FILE), {
    file: FILE,
    open,
    folder: scratch(),
    cache: scratch(),
  });
  run = openRun(folder);
});

const of = (number: number): UnitRecord => run.records[number - 1]!;

test('every unit has a record', () => assert.is(run.complete, true));

test('outcomes are those that each strategy was written for', () => {
  assert.equal(
    run.records.map((r) => r.execution.outcome ?? r.delivery.failure),
    [
      'ok',
      'ok',
      'ok',
      'ok',
      'ok',
      'syntax',
      'threw',
      'timed-out',
      'bad-output',
      'no-code',
      'ok',
      'no-strategy',
      'out-of-memory',
    ],
  );
});

test('do->real is (runs + active + causal) / 3, and a failed run keeps its static credit', () => {
  const third = 1 / 3;
  assert.equal(
    run.records.map((r) => r.doToReal.score),
    [
      2 * third, // always long: constant
      2 * third, // always flat: constant
      2 * third, // always short: constant
      2 * third, // close[i + 1] is in the source
      1, // the same look-ahead, not spelled out: the paper's check does not see it
      third,
      third,
      third,
      third,
      third, // failed, or no code to run
      1,
      third,
      third,
    ],
  );
});

test('say->do is the mean of four checks, 0 for an unreadable reply, and undefined for an unusable verdict', () => {
  assert.equal(
    run.records.map((r) => r.sayToDo.judges[0]!.score),
    [0.75, 1, 0.5, 1, null, 0, 1, 1, 1, 0, 1, 1, 1],
  );
});

test('say->result is 1 when all claims pass, 0 when one fails, 0.5 without a claim', () => {
  assert.equal(
    run.records.map((r) => r.sayToResult.score),
    [
      0, // equals buy-and-hold and so does not beat it
      0.5, // no claim
      1, // short in a falling market: beats it, and its Sharpe is above 0
      1, // R > 0
      1, // beats it, with tomorrow's close
      0, // failed with a claim
      0.5, // failed without
      0,
      0, // failed with a claim
      0.5, // unreadable: no claim
      0.5,
      0, // its code has a name strategy and no function
      0,
    ],
  );
});

test('claims are read by the model of the study too, tested alike, and kept apart where its reply is of no use', () => {
  const brief = (record: UnitRecord) =>
    record.sayToResult.byModel?.claims?.map(({ claim, bySign }) => `${claim.quantity} ${bySign}`);
  assert.equal(brief(of(1)), ['total-return refuted']); // equal is not above
  assert.equal(brief(of(3)), ['total-return confirmed', 'sharpe confirmed']);
  assert.equal(brief(of(5)), ['total-return confirmed']);
  assert.equal(brief(of(11)), []); // claims nothing
  assert.equal(of(4).sayToResult.byModel, { model: 'listener', claims: null }); // not JSON
  assert.is(of(6).sayToResult.byModel, null); // failed: nothing realised
  assert.equal(
    run.manifest.models.map(({ name, role }) => `${name} ${role}`),
    ['hand candidate', 'judge judge', 'listener claims'],
  );
});

test('a flat series wins against a falling market, and is named degenerate', () => {
  const { primary } = of(2);
  assert.is(primary.strategy!.sharpe, 0);
  assert.is(primary.beatsBuyAndHold, true);
  assert.is(primary.flat, true);
  assert.is(of(1).primary.beatsBuyAndHold, false);
  assert.is(of(6).primary.beatsBuyAndHold, false);
});

test('returns are those of the file', () => {
  assert.is(of(1).primary.strategy!.sharpe.toFixed(3), BUY_AND_HOLD.sharpe);
  assert.is(of(1).primary.strategy!.totalReturn.toFixed(3), BUY_AND_HOLD.totalReturn);
  assert.is(of(3).primary.strategy!.totalReturn.toFixed(3), SHORT_RETURN);
  assert.is(of(4).primary.strategy!.sharpe.toFixed(2), FORESIGHT_SHARPE);
});

test('look-ahead is seen by the prefix check whether it is spelled out or not, and the replay says what it was worth', () => {
  assert.ok(of(4).lookAhead.paper.length > 0);
  assert.is(of(5).lookAhead.paper.length, 0);
  for (const n of [4, 5]) {
    assert.is(of(n).lookAhead.prefix!.leak, true);
    assert.ok(of(n).lookAhead.replay!.differing > 100);
    assert.ok(of(n).lookAhead.replay!.sharpeDifference > 5);
  }
  for (const n of [1, 2, 3, 11]) assert.is(of(n).lookAhead.prefix!.leak, false);
});

test('repairs are counted: 1763 bars of NaN, 0.5, 7 and -1 in turn', () => {
  assert.equal(of(11).execution.repairs, { missing: 441, rounded: 441, clipped: 441 });
});

test('the run can be replayed from its own completions, to the same bytes', async () => {
  const { folder } = await runStudy(readStudy(FILE), {
    file: FILE,
    open: replayOf(run),
    folder: scratch(),
    cache: scratch(),
    suffix: '-replay',
  });
  assert.equal(readFileSync(join(folder, 'records.jsonl')), readFileSync(join(run.folder, 'records.jsonl')));
});

test.run();
