/** Contracts with what the engine takes from other packages beyond their public interface. */
import { createRequire } from 'node:module';
import ts from 'typescript';
import * as assert from 'uvu/assert';
import { blankSourceFile } from 'ts-blank-space';
import { loadCreateExecutor } from '#kernel/engine/tslab.js';
import { suite } from '../../support/suite.js';

const test = suite('seams');
const require = createRequire(import.meta.url);

function executor(output: string, hasToplevelAwait: boolean) {
  const errors: unknown[] = [];
  const asked: string[] = [];
  const converter = {
    convert: (_earlier: string, source: string) => {
      asked.push(source);
      return { output, diagnostics: [], hasToplevelAwait };
    },
    close: () => undefined,
  };
  const made = loadCreateExecutor()(
    process.cwd(),
    { node: converter, browser: converter, close: () => undefined } as never,
    { log: () => undefined, error: (error) => errors.push(error) },
  );
  return { made, errors, asked };
}

test('tslab, its TypeScript, and the eraser are the versions that were tested', () => {
  assert.is((require('tslab/package.json') as { version: string }).version, '1.0.22');
  const fork = createRequire(require.resolve('tslab/package.json')).resolve(
    '@tslab/typescript-for-tslab/package.json',
  );
  assert.is((require(fork) as { version: string }).version, '5.0.4');
  assert.is(ts.version, '5.9.3');
});

test("tslab's executor does not load its own TypeScript", () => {
  executor('', false);
  const loaded = Object.keys(require.cache).filter(
    (f) => f.includes('typescript-for-tslab') && f.endsWith('.js'),
  );
  assert.ok(loaded.every((f) => require.cache[f]!.exports === ts));
});

test("tslab's executor asks its converter for the code of the source that it is given", async () => {
  const { made, asked } = executor('globalThis.ranByExecutor = 1', false);
  assert.is(await made.execute('the source'), true);
  assert.equal(asked, ['the source']);
  assert.is((globalThis as { ranByExecutor?: number }).ranByExecutor, 1);
});

test("tslab's executor puts its slot into a global and runs code at once", () => {
  const { made } = executor('__tslab__.seen = [typeof exports, typeof require]', false);
  assert.equal(Object.keys(globalThis.__tslab__).sort(), ['exports', 'require']);
  void made.execute('');
  assert.equal((globalThis.__tslab__ as { seen?: unknown }).seen, ['object', 'function']);
});

for (const [kind, isAsync] of [
  ['sync', false],
  ['async', true],
] as const) {
  test(`tslab's executor hands on the error of ${kind} code and answers false`, async () => {
    const thrown = new Error('as it is');
    Object.assign(globalThis, { thrown });
    const { made, errors } = executor('throw thrown', isAsync);
    assert.is(await made.execute(''), false);
    assert.ok(errors[0] === thrown);
  });

  test(`tslab's executor puts a prefix of known length before ${kind} code`, async () => {
    const { made, errors } = executor('throw new Error()\n//# sourceURL=Cell[x]', isAsync);
    await made.execute('');
    const column =
      { sync: '(function(exports, require) { ', async: '(async function(exports, require) { ' }[kind].length +
      'throw '.length +
      1;
    assert.match((errors[0] as Error).stack!, `Cell[x]:1:${column}`);
  });
}

test('TypeScript has the functions that it does not declare', () => {
  const open = ts as unknown as Record<string, unknown>;
  for (const name of [
    'bindSourceFile',
    'getTouchingPropertyName',
    'findPrecedingToken',
    'isAssignmentTarget',
  ])
    assert.type(open[name], 'function', name);
  const { Completions, SymbolDisplay } = open as { Completions: object; SymbolDisplay: object };
  assert.ok(
    'getCompletionsAtPosition' in Completions &&
      'getSymbolDisplayPartsDocumentationAndSymbolKind' in SymbolDisplay,
  );
});

test('a file outside the program is checked, and sees the names of the file that is its parent', () => {
  const options: ts.CompilerOptions = { noLib: true, strict: true, module: ts.ModuleKind.ESNext };
  const program = ts.createProgram({ rootNames: [], options });
  assert.type((program as unknown as Record<string, unknown>).getResolvedModule, 'function');
  const bind = (ts as unknown as { bindSourceFile(f: ts.SourceFile, o: ts.CompilerOptions): void })
    .bindSourceFile;
  const make = (name: string, text: string, parent?: ts.SourceFile) => {
    const file = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true);
    Object.assign(file, { path: name, resolvedPath: name });
    bind(file, options);
    if (parent) Object.assign(file, { parent });
    return file;
  };
  const first = make('/1.mts', 'let seen: 1 | 2 = 1; export {}');
  const second = make('/2.mts', 'seen = 2; seen = 3; unseen; export {}', first);
  assert.equal(
    program.getSemanticDiagnostics(second).map((d) => [d.code, d.start]),
    [
      [2322, 10],
      [2304, 20],
    ],
  );
});

test('the eraser keeps every character in its place', () => {
  const source = 'const a: number = f<string>(1 as any)!;\ninterface X {\n}\nclass C<T> { private b?: T }';
  const erased = blankSourceFile(ts.createSourceFile('x.mts', source, ts.ScriptTarget.ESNext, true));
  assert.is(erased.length, source.length);
  assert.is(erased.indexOf('b '), source.indexOf('b?'));
  assert.equal(erased.split('\n').length, 4);
});

test('the eraser reports what it cannot erase', () => {
  for (const source of [
    'enum E {}',
    'namespace N { export const a = 1 }',
    'class P { constructor(private a: number) {} }',
  ]) {
    let reported = 0;
    blankSourceFile(
      ts.createSourceFile('x.mts', source, ts.ScriptTarget.ESNext, true),
      () => (reported += 1),
    );
    assert.ok(reported > 0, source);
  }
});

test.run();
