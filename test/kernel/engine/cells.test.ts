import * as assert from 'uvu/assert';
import { suite } from '../../support/suite.js';
import { notebook } from './support.js';

const test = suite('cells');
const { engine, run, value, last, failure } = notebook();

test('a cell gives the value of its last expression', async () => {
  assert.is(await value('const one = 1; one + 1'), 2);
  assert.is(await value('one + 2;\n// a comment\n'), 3);
  assert.is(await value("'a directive is a string too'"), 'a directive is a string too');
});

test('a cell that ends in a declaration or a block has no value', async () => {
  for (const source of ['const none = 1', 'if (true) { 1 }', '', '// nothing', 'type T1 = 1', 'undefined']) {
    const outcome = await run(source);
    assert.is(outcome.status === 'ok' && outcome.hasValue, false, source);
  }
});

test('null is a value', async () => {
  const outcome = await run('null');
  assert.is(outcome.status === 'ok' && outcome.hasValue, true);
});

test('a pair of braces is an object where it can be one, else a block', async () => {
  assert.equal(await value('{ a: 1, b: [2] }'), { a: 1, b: [2] });
  assert.equal(await value('{ c: 1 };'), { c: 1 });
  assert.is(await value('{ let hidden = 1; hidden++ }'), undefined);
});

test('const, let, class, type and function can be declared again with another type', async () => {
  await last('const v = 1; let w = 1; class Box { a = 1 } type T = number; function f() { return 1 }');
  await last("const v = 'x'; let w = 'y'; class Box { b = 2 } type T = string; function f() { return 'z' }");
  assert.equal(await value('const t: T = v; [t.length, w.length, new Box().b, f().length]'), [1, 1, 2, 1]);
});

test('a function sees the assignments and redeclarations of later cells', async () => {
  await last('let total = 0; function add(n: number) { total += n; return total }', 'total = 100');
  assert.is(await value('add(1)'), 101);
  assert.is(await value('total'), 101);
  await value('let total = 10'); // as Deno: the name has one binding
  assert.is(await value('add(1)'), 11);
});

test('a name changes from an import to a constant and back', async () => {
  assert.is(await last("import { sep } from 'node:path'; const getSep = () => sep", 'getSep()'), '/');
  assert.is(await last("const sep = '|'", 'getSep()'), '|');
  assert.is(await last("import { delimiter as sep } from 'node:path'", 'getSep()'), ':');
});

test('an enum or namespace that is declared again starts anew', async () => {
  await last('enum Mode { A, B }', 'enum Mode { C = 7 }');
  assert.equal(await value('Object.keys(Mode)'), ['7', 'C']);
});

test('a var without a value keeps what it had', async () => {
  assert.is(await last('var kept = 5', 'var kept: number', 'kept'), 5);
});

test('a cell that fails keeps what it had declared, and only that', async () => {
  await value("const before = 'old'; const after = 'old'");
  await failure(
    "const before = 1; function early() { return before }; throw new Error('stop'); const after = 2",
  );
  assert.equal(await value('[before + 1, early(), after.toUpperCase()]'), [2, 1, 'OLD']);
});

test('a cell that does not compile changes nothing', async () => {
  await value('const safe = 1');
  await failure("const safe = 'x'; safe.missing()");
  assert.is(await value('safe.toFixed(1)'), '1.0');
});

test('types and the type of let are checked across cells', async () => {
  await value('interface Pair { a: number; b: string } let pair: Pair = { a: 1, b: "x" }');
  assert.match((await failure('pair = { a: 1 }')).evalue, /Property 'b' is missing/);
  assert.match((await failure('pair.b.toFixed()')).evalue, /'toFixed' does not exist on type 'string'/);
  assert.match((await failure('const fixed = 1; fixed = 2')).evalue, /Cannot assign to 'fixed'/);
});

test('what has no type yet never blocks a cell', async () => {
  assert.equal(await last('const list = []; let later', 'list.push(1); later = [2]', '[list, later[0]]'), [
    [1],
    2,
  ]);
  assert.is(await last('function loose(x, y) { return x + y }', 'loose(1, 2)'), 3);
});

test('a variable may be given its value by a later cell', async () => {
  assert.is(
    await last(
      'let sum: (a: number) => number; const twice = () => sum(1) * 2',
      'sum = (a) => a + 1',
      'twice()',
    ),
    4,
  );
});

test('declare names a global that exists already', async () => {
  Object.assign(globalThis, { outsideValue: 42 });
  assert.is(await last('declare const outsideValue: number', 'outsideValue + 1'), 43);
});

test('declare global is kept for later cells', async () => {
  await value('declare global { var shared1: number }\nglobalThis.shared1 = 3');
  assert.is(await value('shared1 + 1'), 4);
});

test('names of libraries and of Node can be declared', async () => {
  assert.equal(await last("const name = 'n'; const process = 1; const Map = 2", '[name, process, Map]'), [
    'n',
    1,
    2,
  ]);
  await value('const process = globalThis.process; const Map = globalThis.Map');
});

test('using disposes at the end of its cell', async () => {
  const source = `const closed: string[] = [];
  { using _r = { [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() { closed.push('r') } } as Disposable; }
  closed`;
  if (!('dispose' in Symbol)) return assert.match((await run(source)).status, /ok|error/); // Node 20 has no Symbol.dispose
  assert.equal(await value(source), ['r']);
});

test('decorators work', async () => {
  const source = `function twice(m: any, _c: ClassMethodDecoratorContext) { return function (this: any) { return m.call(this) * 2 } }
class Deco { @twice run() { return 21 } }
new Deco().run()`;
  assert.is(await value(source), 42);
});

test('import.meta and require stand in the working folder', async () => {
  assert.is(
    await value("new URL('package.json', import.meta.url).pathname"),
    `${process.cwd()}/package.json`,
  );
  assert.is(await value("require('./package.json').name"), 'fides');
  assert.is(await value("require('node:path').sep"), '/');
});

test('an expression is evaluated without leaving a trace', async () => {
  const outcome = await engine.evaluate('total + 1');
  assert.is(outcome.status === 'ok' && outcome.value, 12);
  assert.is((await engine.evaluate('total +')).status, 'error');
  assert.is((await engine.evaluate('nothing.at.all')).status, 'error');
});

test('an interrupt ends a pending await at once and keeps the state', async () => {
  const started = Date.now();
  const pending = run('let step = 1; try { await new Promise(() => {}) } finally { step = 2 } step = 3');
  setTimeout(() => engine.interrupt(), 20);
  const outcome = await pending;
  assert.is(outcome.status === 'error' && outcome.ename, 'KeyboardInterrupt');
  assert.ok(Date.now() - started < 1000);
  assert.is(await value('step'), 2);
});

test('nothing of an interrupted cell runs on behind its await', async () => {
  const pending = run('let ticks = 0; for (;;) { await new Promise((r) => setTimeout(r, 5)); ticks += 1 }');
  setTimeout(() => engine.interrupt(), 30);
  await pending;
  const ticks = await value('ticks');
  await new Promise((r) => setTimeout(r, 40));
  assert.is(await value('ticks'), ticks);
});

test('an interrupt with a reason shows the reason', async () => {
  const pending = run('await new Promise(() => {})');
  setTimeout(() => engine.interrupt(new RangeError('from a timer')), 5);
  const outcome = await pending;
  assert.equal(outcome.status === 'error' && [outcome.ename, outcome.evalue], ['RangeError', 'from a timer']);
});

test('an interrupt while nothing runs does nothing', async () => {
  engine.interrupt();
  assert.is(await value('1'), 1);
});

test('the completeness of a cell is told', () => {
  const status = (source: string) => engine.isComplete(source).status;
  for (const source of [
    '1',
    'const a = `x`',
    '{ a: 1, b: 2 }',
    'for await (const x of []) {}',
    'await (f())',
    '',
  ])
    assert.is(status(source), 'complete', source);
  for (const source of [
    '`abc',
    'f(',
    '[1,',
    '{',
    '/* open',
    'const a =',
    'if (x) {\n',
    '`${',
    'function f() {',
    'a +',
  ])
    assert.is(status(source), 'incomplete', source);
  for (const source of ['let 1', 'a b c', ')', "'open", 'const = 5', '}}'])
    assert.is(status(source), 'invalid', source);
  assert.equal(engine.isComplete('if (x) {\n  f({'), { status: 'incomplete', indent: '    ' });
});

test.run();
