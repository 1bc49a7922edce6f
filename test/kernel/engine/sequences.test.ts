import { inspect } from 'node:util';
import ts from 'typescript';
import * as assert from 'uvu/assert';
import { suite } from '../../support/suite.js';
import { SEQUENCES } from './sequences.js';
import { notebook } from './support.js';

const test = suite('cell sequences');
const { last } = notebook();

/** The value that the joined cells have as one module, run by Node without the kernel. */
async function asOneModule(cells: readonly string[]): Promise<unknown> {
  const joined = cells.join('\n;\n');
  const file = ts.createSourceFile('m.mts', joined, ts.ScriptTarget.ESNext, true);
  const end = file.statements.filter((s) => !ts.isEmptyStatement(s)).at(-1) as ts.ExpressionStatement;
  const exported = `${joined.slice(0, end.getStart())}\nexport default (${end.expression.getText()});`;
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const { outputText } = ts.transpileModule(exported, { fileName: 'm.mts', compilerOptions: options });
  const loaded = (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as {
    default: unknown;
  };
  return loaded.default;
}

for (const [name, cells] of Object.entries(SEQUENCES)) {
  test(`give what one module gives: ${name}`, async () => {
    const expected = inspect(await asOneModule(cells), { depth: 9 });
    assert.is(inspect(await last(...cells), { depth: 9 }), expected);
  });
}

test.run();
