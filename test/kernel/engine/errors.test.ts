import * as assert from 'uvu/assert';
import { suite } from '../../support/suite.js';
import { notebook } from './support.js';

const test = suite('errors');
const { engine, value, failure } = notebook();

test('a type error names the line and column of the cell and shows the line', async () => {
  const { ename, evalue, traceback } = await failure("const a = 1\nconst b: number = 'x'");
  assert.is(ename, 'TypeScriptError');
  assert.is(evalue, "Cell 1:2:7 - Type 'string' is not assignable to type 'number'. (TS2322)");
  assert.equal(traceback.slice(1), ['  1 | const a = 1', "> 2 | const b: number = 'x'", '    |       ^']);
});

test('every type error of a cell is listed', async () => {
  const { traceback } = await failure('missing1\nmissing2');
  assert.is(traceback.filter((l) => l.includes('Cannot find name')).length, 2);
});

test('a syntax error names its place', async () => {
  const { ename, evalue } = await failure('const ok = 1\nlet y = 5 6');
  assert.is(ename, 'SyntaxError');
  assert.match(evalue, /^Cell 3:2:11 - /);
});

test('an error in an object on its own names its place', async () => {
  assert.match(
    (await failure('{ a: 1,\n  b: nothing, c: 2 }')).evalue,
    /^Cell 4:2:6 - Cannot find name 'nothing'/,
  );
});

test('a traceback points at the lines of the cell, without frames of the kernel', async () => {
  const { ename, evalue, traceback } = await failure(`interface Shape {
  sides: number;
}
function boom(shape: Shape): never {
  throw new TypeError('sides ' + shape.sides);
}

boom({ sides: 3 })`);
  assert.equal([ename, evalue], ['TypeError', 'sides 3']);
  assert.equal(traceback, [
    'TypeError: sides 3',
    '  4 | function boom(shape: Shape): never {',
    "> 5 |   throw new TypeError('sides ' + shape.sides);",
    '    |         ^',
    '    at boom (Cell 5:5:9)',
    '    at Cell 5:8:1',
  ]);
});

test('a traceback crosses cells', async () => {
  await value("\nconst inner = () => {\n  throw new Error('deep')\n}");
  const { traceback } = await failure('function outer() { return inner() }\nouter()');
  assert.equal(
    traceback.filter((l) => l.includes(' at ')),
    ['    at inner (Cell 6:3:9)', '    at outer (Cell 7:1:27)', '    at Cell 7:2:1'],
  );
});

test('a traceback follows an await', async () => {
  const { traceback } = await failure(
    "async function late() {\n  await null\n  throw new Error('late')\n}\nawait late()",
  );
  assert.ok(traceback.includes('    at late (Cell 8:3:9)'), traceback.join('\n'));
  assert.ok(
    traceback.some((l) => /at async Cell 8:5:1/.test(l)),
    traceback.join('\n'),
  );
});

test('lines are right in cells that are more than types erased', async () => {
  const { traceback } = await failure(
    'enum Level {\n  Low,\n  High,\n}\n\nfunction check(level: Level) {\n  throw new Error(Level[level])\n}\ncheck(Level.High)',
  );
  assert.ok(traceback.includes('    at check (Cell 9:7:9)'), traceback.join('\n'));
  assert.ok(traceback.includes('    at Cell 9:9:1'), traceback.join('\n'));
});

test('messages name things as the cell does', async () => {
  assert.is((await failure('let notFunction: any; notFunction()')).evalue, 'notFunction is not a function');
  assert.is(
    (await failure('let away: any; away.x')).evalue,
    "Cannot read properties of undefined (reading 'x')",
  );
  assert.is(
    (await failure('class Abstract { constructor(n: any) { n.x.y } }\nnew Abstract({})')).evalue,
    "Cannot read properties of undefined (reading 'y')",
  );
});

test('causes and the errors of an aggregate are shown', async () => {
  const { traceback } = await failure("throw new Error('outer', { cause: new RangeError('inner') })");
  assert.ok(traceback.includes('Caused by RangeError: inner'));
  const several = await failure(
    "await Promise.any([Promise.reject(new Error('p')), Promise.reject(new Error('q'))])",
  );
  assert.ok(several.traceback.includes('Among them Error: q'));
});

test('what is no error can be thrown too', async () => {
  assert.equal(
    [(await failure("throw 'text'")).ename, (await failure('throw { a: 1 }')).evalue],
    ['Uncaught', '{ a: 1 }'],
  );
  assert.is((await failure('throw null')).evalue, 'null');
  assert.is((await failure('throw undefined')).evalue, 'undefined');
});

test('an error of a class of its own keeps its name', async () => {
  assert.is(
    (await failure("class Refused extends Error { name = 'Refused' }\nthrow new Refused('no')")).ename,
    'Refused',
  );
});

test('a later error is described at the line of its cell', async () => {
  await value("\n\nconst fail = () => { throw new Error('timer') }");
  const fail = (await value('fail')) as () => never;
  try {
    fail();
    assert.unreachable();
  } catch (error) {
    const { traceback } = engine.describe(error);
    assert.ok(
      traceback.some((l) => /at fail \(Cell \d+:3:28\)/.test(l)),
      traceback.join('\n'),
    );
  }
});

test('stack overflow is an error like others', async () => {
  const { ename, traceback } = await failure('function down(): number { return down() + 1 }\ndown()');
  assert.is(ename, 'RangeError');
  assert.ok(traceback.length < 30);
});

test.run();
