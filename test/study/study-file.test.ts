import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { UserError } from 'fides';
import { parseStudy, readStudy, tasksOf, unitsOf, warningsOf } from 'fides/study';
import { marketsOf, readBarsOf } from '#fides/study/prepare.js';
import { suite } from '../support/suite.js';

const test = suite('study file');
const DEMO = readFileSync('data/studies/demo.yaml', 'utf8');

const message = (text: string): string => {
  try {
    parseStudy(text, 'my.yaml');
  } catch (error) {
    assert.instance(error, UserError);
    return (error as UserError).message;
  }
  throw new Error('the study was accepted');
};

test('every shipped study is valid', () => {
  for (const name of readdirSync('data/studies'))
    parseStudy(readFileSync(`data/studies/${name}`, 'utf8'), name);
});

test('the default study has 40 units, as the paper: 32 dual and 8 in two stages', () => {
  const units = unitsOf(parseStudy(DEMO, 'demo.yaml'));
  assert.is(units.length, 40);
  assert.is(units.filter((u) => u.arm === 'two-stage').length, 8);
});

test('the frozen configuration has 40 units over eight ETFs', () => {
  const study = parseStudy(readFileSync('data/studies/fides-v0.yaml', 'utf8'), 'fides-v0.yaml');
  assert.is(unitsOf(study).length, 40);
  assert.equal(
    tasksOf(study).map((t) => t.id),
    ['SPY', 'QQQ', 'IWM', 'EFA', 'TLT', 'GLD', 'XLF', 'XLE'],
  );
});

test('errors name the line and the allowed values', () => {
  const line = DEMO.split('\n').findIndex((l) => l.startsWith('language:')) + 1;
  const text = message(DEMO.replace('language: typescript', 'language: cobol'));
  assert.match(text, new RegExp(`^my.yaml:${line}: language: .*"typescript"\\|"python"`));
});

test('an unknown key, a window that ends before it starts, and broken YAML are told by line', () => {
  assert.match(message(DEMO.replace('sampling:', 'sampler:')), /my.yaml.*sampl/);
  assert.match(
    message(DEMO.replace('2005-01-01..2006-12-31', '2007-01-01..2006-12-31')),
    /my.yaml:\d+: windows.*two real days/,
  );
  assert.match(message(DEMO.replace('universe: [SPX]', 'universe: [SPX')), /my.yaml:\d+:\d+: not YAML/);
});

test('a misspelt key is told first, at its line and with the key that was meant', () => {
  const line = DEMO.split('\n').findIndex((l) => l.startsWith('windows:')) + 1;
  assert.is(
    message(DEMO.replace('windows:', 'window:')),
    `my.yaml:${line}: unknown key \`window\`; did you mean windows? data/studies/demo.yaml is a complete example.`,
  );
  assert.match(
    message(DEMO.replace('temperature:', 'heat:')),
    /^my.yaml:\d+: unknown key `heat` in sampling; the keys there are temperature, top-p.*\nmy.yaml:\d+: sampling.temperature is missing\./,
  );
});

test('a required key that is not there is called missing, at no line', () => {
  assert.match(message(DEMO.replace(/^title:.*$/m, '')), /^my.yaml: title is missing\./);
});

test('what is no study file is called so', () => {
  assert.match(message('Some prose, and no keys.'), /^my.yaml is not a study file\./);
  assert.throws(() => readStudy('README.md'), /^README.md is not a study file\. A study file is YAML/);
});

test('a window that is not in the data, or not in the bars that a strategy sees, is named by its key', () => {
  const refusal = (alternate: string) => {
    const windows = `windows: { in-sample: 2005-01-01..2006-12-31, primary: 2007-01-01..2008-12-31, alternate: ${alternate} }`;
    const study = parseStudy(DEMO.replace(/^windows:.*\n(?: .*\n)+/m, `${windows}\n`), 'my.yaml');
    try {
      marketsOf(study, readBarsOf(study, 'my.yaml'));
    } catch (error) {
      return (error as UserError).message;
    }
    return 'accepted';
  };
  assert.is(refusal('2006-01-01..2006-12-31'), 'accepted');
  assert.match(
    refusal('2022-01-01..2022-12-31'),
    /^The `alternate` window of SPX: .*2000-01-03 to 2020-04-17/,
  );
  assert.match(
    refusal('2009-01-01..2010-12-31'),
    /^The `alternate` window 2009-01-01\.\.2010-12-31 of SPX is not within 2005-01-01\.\.2008-12-31/,
  );
});

test('a model that no one defined is named, with those that are', () => {
  assert.match(
    message(DEMO.replace('main: fides-demo-judge', 'main: gpt-9')),
    /no model is named gpt-9.*fides-demo-a/,
  );
});

test('judging oneself, judging kin, and windows inside the context draw warnings', () => {
  const study = parseStudy(readFileSync('data/studies/fides-v0.yaml', 'utf8'), 'fides-v0.yaml');
  const identities = new Map(
    study.models.map((m) => [m.name, { name: m.name, digest: '', family: m.family! }]),
  );
  assert.equal(warningsOf(study, identities), [
    'gpt-4o-mini is a candidate and a judge: it judges its own strategies.',
    'The judge gpt-4o-mini is of the same family (gpt) as gpt-4o and gpt-4.1-mini.',
    'qwen-2.5-7b is a candidate and a judge: it judges its own strategies.',
    'The alternate window of every task lies wholly inside the in-sample context that the model is shown: it is not out of sample.',
  ]);
});

test('mutated study files give a study or a message, never another error', () => {
  const arbitrary = fc.tuple(
    fc.nat(DEMO.length),
    fc.nat(30),
    fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('[', '{', ':', '- ', '&a *a', '!!js', '\t', '\n', 'null', '1e999', '..', '"'),
    ),
  );
  fc.assert(
    fc.property(arbitrary, ([at, remove, insert]) => {
      try {
        parseStudy(DEMO.slice(0, at) + insert + DEMO.slice(at + remove), 'fuzz.yaml');
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
      }
    }),
    { numRuns: Number(process.env.FIDES_FUZZ_RUNS ?? 500) },
  );
});

test.run();
