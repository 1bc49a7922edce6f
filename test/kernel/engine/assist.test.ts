import * as assert from 'uvu/assert';
import { suite } from '../../support/suite.js';
import { notebook } from './support.js';

const test = suite('completion and inspection');
const { engine, last } = notebook();

test.before(async () => {
  await last(
    '/** Adds a fee in basis points. */\nfunction withFee(price: number, fee = 10) { return price * (1 + fee / 1e4) }\nconst quotes = [{ ticker: "SPY", close: 1 }];',
    "import * as aq from 'arquero';\nimport { join } from 'node:path';",
  );
});

const complete = (code: string) => engine.complete(code, code.length);

test('names of earlier cells are completed with their types', () => {
  const { matches, start, end, details } = complete('1 + withF');
  assert.equal([matches, start, end], [['withFee'], 4, 9]);
  assert.is(details[0]?.signature, '(price: number, fee?: number) => number');
});

test('members are completed by type', () => {
  assert.equal(complete('quotes[0].').matches, ['close', 'ticker']);
  assert.ok(complete('quotes.fil').matches.includes('filter'));
  assert.ok(complete('aq.desc').matches.includes('desc'));
  assert.ok(complete('join("a").toUpp').matches.includes('toUpperCase'));
});

test('names of the cell itself and of the kernel are completed', () => {
  assert.ok(complete('const localName = 1;\nlocalN').matches.includes('localName'));
  assert.ok(complete('promp').matches.includes('prompt'));
});

test('completion answers for broken code and within objects', () => {
  assert.ok(complete('if (quotes.le').matches.includes('length'));
  assert.equal(engine.complete('{ a: quotes.len }', 15).matches, ['length']);
  assert.is(complete('').start, 0);
});

test('inspection shows the signature and the documentation of an earlier cell', () => {
  assert.equal(engine.inspect('withFee(1)', 3, 0), {
    signature: 'function withFee(price: number, fee?: number): number',
    documentation: 'Adds a fee in basis points.',
  });
});

test('inspection works behind the name, within its arguments and on members', () => {
  assert.match(engine.inspect('withFee(', 8, 0)!.signature, /withFee/);
  assert.match(engine.inspect('withFee(1, ', 11, 0)!.signature, /withFee/);
  assert.match(engine.inspect('quotes[0].close', 12, 0)!.signature, /close: number/);
  assert.match(engine.inspect('aq.table', 5, 0)!.documentation, /Create a new table/);
});

test('the second level of detail adds the source', () => {
  assert.match(engine.inspect('withFee', 2, 1)!.documentation, /return price \* \(1 \+ fee \/ 1e4\)/);
});

test('there is nothing to say about a number or an unknown name', () => {
  assert.is(engine.inspect('12', 1, 0), null);
  assert.is(engine.inspect('unknownName', 3, 0), null);
});

test.run();
