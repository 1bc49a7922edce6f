import * as assert from 'uvu/assert';
import type { CompletionRequest, LanguageModel } from 'fides/models';
import { parseStudy, unitsOf } from 'fides/study';
import { elicit } from '#fides/study/stages/elicit.js';
import { marketsOf, readBarsOf } from '#fides/study/prepare.js';
import type { Context } from '#fides/study/stages/context.js';
import { suite } from '../support/suite.js';

const test = suite('asking');

const FILE = (seedByTask: boolean) => `
study: asking
title: Two tasks
data: { source: synthetic, seed: 1, bars: 1500, start: 2015-01-01 }
universe: [AAA, BBB]
windows: { in-sample: 2015-01-01..2016-12-31, primary: 2017-01-01..2018-12-31 }
models: [{ name: asked, family: none }]
arms:
  - { arm: dual, models: [asked], seeds: [1, 2] }
  - { arm: two-stage, models: [asked], seeds: [1] }
sampling: { temperature: 1, max-tokens: 100, seed-by-task: ${seedByTask} }
judges: { main: asked }
`;

async function seedsSent(seedByTask: boolean): Promise<number[]> {
  const study = parseStudy(FILE(seedByTask), 'asking.yaml');
  const markets = marketsOf(study, readBarsOf(study, 'asking.yaml'));
  const seeds: number[] = [];
  const model = {
    complete: async ({ sampling }: CompletionRequest) => {
      seeds.push(sampling.seed);
      return { text: 'Nothing.' };
    },
  } as unknown as LanguageModel;
  const context = { study, markets, model: () => model } as unknown as Context;
  for (const unit of unitsOf(study)) await elicit(unit, markets.get(unit.task)!, context);
  return seeds;
}

test("a unit's seed goes to the model as it is, in both calls of two stages", async () => {
  assert.equal(await seedsSent(false), [1, 2, 1, 2, 1, 1, 1, 1]);
});

test('mixed with the task: another for each task, the same again, 28 bits', async () => {
  const seeds = await seedsSent(true);
  assert.equal(seeds, await seedsSent(true));
  assert.is(new Set(seeds.slice(0, 4)).size, 4);
  assert.equal(seeds.slice(4), [seeds[0], seeds[0], seeds[2], seeds[2]]);
  assert.ok(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 28));
  // sha256 of "1 AAA" begins with this.
  assert.is(seeds[0], 0xb4a0c2d);
});

test.run();
