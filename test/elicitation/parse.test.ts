import * as assert from 'uvu/assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDelivery, parseProse } from 'fides/elicitation';
import type { Language } from 'fides/sandbox';
import { suite } from '../support/suite.js';
import { fuzzReplies } from './support/fuzz.js';

const test = suite('parsing of replies');
const FIXTURES = join(import.meta.dirname, 'fixtures');
const names = readdirSync(FIXTURES)
  .filter((file) => file.endsWith('.reply.txt'))
  .map((file) => file.slice(0, -'.reply.txt'.length));

interface Expected {
  asked: Language;
  failure: string | null;
  language: Language;
  claimedEdge: string | null;
  codeFirst: string;
  codeLast: string;
  proseFirst: string;
  proseLast: string;
  /** Neither in the prose nor in the code. */
  absent?: string[];
  codeHolds?: string[];
}

const reply = (name: string) => readFileSync(join(FIXTURES, `${name}.reply.txt`), 'utf8');

test('there are at least 60 fixture replies', () => {
  assert.ok(names.length >= 60, `${names.length}`);
});

for (const name of names) {
  test(`${name} is read as its expectation says`, () => {
    const expected = JSON.parse(readFileSync(join(FIXTURES, `${name}.expected.json`), 'utf8')) as Expected;
    const { failure, language, claimedEdge, code, prose } = parseDelivery(reply(name), expected.asked);
    assert.is(failure, expected.failure);
    assert.is(language, expected.language);
    assert.is(claimedEdge, expected.claimedEdge);
    assert.is(code.split('\n')[0], expected.codeFirst);
    assert.is(code.split('\n').at(-1), expected.codeLast);
    assert.ok(prose.startsWith(expected.proseFirst), prose.slice(0, 80));
    assert.ok(prose.endsWith(expected.proseLast), prose.slice(-80));
    for (const part of expected.codeHolds ?? []) assert.ok(code.includes(part), part);
    for (const part of expected.absent ?? []) assert.not.ok((prose + code).includes(part), part);
  });
}

test('a claim may be marked in many ways, and prose about an edge is no claim', () => {
  const claim = (text: string) => parseProse(text).claimedEdge;
  assert.is(claim('- **Claimed edge**: beats it'), 'beats it');
  assert.is(claim('CLAIMED EDGE: Beats it.'), 'Beats it.');
  assert.is(claim('5) Claimed edge - beats it'), 'beats it');
  assert.is(claim('*Claimed edge (one sentence):* beats it'), 'beats it');
  assert.is(claim('Claimed edge:\n\nbeats it\nRisk: none'), 'beats it');
  assert.is(claim('Claimed edge:\nRisk: none'), null);
  assert.is(claim('My claimed edge is small.'), null);
});

test('the first stage keeps prose and drops code that nobody asked for', () => {
  const { prose, claimedEdge } = parseProse(
    '<think>no</think>Entry: up.\nClaimed edge: some.\n```ts\nfunction strategy(df) { return []; }\n```',
  );
  assert.is(prose, 'Entry: up.\nClaimed edge: some.');
  assert.is(claimedEdge, 'some.');
});

test('10,000 mangled replies are read without an exception, and what is delivered defines strategy', () => {
  fuzzReplies(names.map(reply), 10_000, 1);
});

test.run();
