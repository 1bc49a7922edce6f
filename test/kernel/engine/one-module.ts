/** The other side of the comparison: cells joined to one module, without the kernel. */
import ts from 'typescript';

/** The value that the joined cells have as one module, run by Node without the kernel. */
export async function asOneModule(cells: readonly string[]): Promise<unknown> {
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
