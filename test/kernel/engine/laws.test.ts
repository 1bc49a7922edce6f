import { inspect } from 'node:util';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { suite } from '../../support/suite.js';
import { asOneModule } from './one-module.js';
import { notebook } from './support.js';

const test = suite('laws of cells');
const { last } = notebook();

// Statements over three variables, two functions and a trail; each reads and writes what earlier ones left.
const variable = fc.constantFrom('a', 'b', 'c');
const number = fc.integer({ min: -9, max: 9 });
const expression = fc.oneof(
  number.map(String),
  variable,
  fc.tuple(variable, number).map(([v, n]) => `(${v} + ${n})`),
  fc.tuple(variable, variable).map(([v, w]) => `[${v}, ${w}].length + ${v}`),
  variable.map((v) => `f(${v})`),
  variable.map((v) => `((${v}) => ${v} + 1)(b)`),
  fc.constant('g()'),
);
const statement = fc.oneof(
  fc.tuple(variable, expression).map(([v, e]) => `${v} = ${e}`),
  fc
    .tuple(variable, fc.constantFrom('+=', '-=', '||=', '??='), expression)
    .map(([v, o, e]) => `${v} ${o} ${e}`),
  fc.tuple(variable, variable).map(([v, w]) => `;[${v}, ${w}] = [${w}, ${v}]`),
  fc.tuple(variable, expression).map(([v, e]) => `;({ ${v}, z: ${v} = ${e} } = { ${v} } as any);`),
  fc.tuple(variable, number).map(([v, n]) => `{ let ${v} = ${n}\n${v}++\ntrail.push(${v}) }`),
  fc.tuple(variable, expression).map(([v, e]) => `f = (n) => n + ${e.replace('f(', '(')} - ${v}`),
  variable.map((v) => `for (let i = 0; i < 2; i++) ${v} += i`),
  variable.map((v) => `for (${v} of [1, 2]) trail.push(${v})`),
  variable.map((v) => `if (${v} > 0)\n  g()\nelse\n  ${v}--`),
  variable.map((v) => `try { throw ${v} } catch (a) { trail.push(a) }`),
  expression.map((e) => `trail.push(${e})`),
);
const HEAD = `let a = 1, b = 2, c = 3
const trail: number[] = []
let f = (n: number): number => n * 2 + a
function g() { b += 1; return b + c }`;

test('any statements split into cells give what they give as one module', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(statement, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
      async (groups) => {
        const cells = [HEAD, ...groups.map((g) => g.join('\n')), '({ a, b, c, trail })'];
        const expected = inspect(await asOneModule(cells), { depth: 5 });
        assert.is(inspect(await last(...cells), { depth: 5 }), expected);
      },
    ),
    { numRuns: Number(process.env.FIDES_RUNS ?? 40), seed: 7 },
  );
});

test.run();
