/** TypeScript to the JavaScript that QuickJS runs: a script, without types and without `export`. */
import ts from 'typescript';
import type { Stripped } from '../wire.js';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  alwaysStrict: false,
  removeComments: true,
};

/** Strips the types, or says with line and column why it cannot. */
export function stripTypes(code: string): Stripped {
  try {
    return transpile(code);
  } catch (error) {
    if (error instanceof RangeError) return { problem: 'the code is nested too deeply to be parsed' };
    throw error;
  }
}

function transpile(code: string): Stripped {
  let imported = false;
  const unwrap: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
    imported = file.statements.some(
      (s) => ts.isImportDeclaration(s) || (ts.isExportDeclaration(s) && s.moduleSpecifier),
    );
    const statements = file.statements.flatMap((s) => withoutExport(s, context.factory));
    return context.factory.updateSourceFile(file, statements);
  };
  const { outputText, diagnostics } = ts.transpileModule(code, {
    compilerOptions: OPTIONS,
    fileName: 'strategy.ts',
    reportDiagnostics: true,
    transformers: { after: [unwrap] },
  });
  const error = diagnostics?.find((d) => d.category === ts.DiagnosticCategory.Error);
  if (error) return { problem: describe(error) };
  if (imported) return { problem: 'import is not available: a strategy is self-contained' };
  return { code: outputText };
}

/** The statement as it reads in a script; `export default` of a nameless function or value declares `strategy`. */
function withoutExport(statement: ts.Statement, factory: ts.NodeFactory): ts.Statement[] {
  if (ts.isExportDeclaration(statement)) return [];
  if (ts.isExportAssignment(statement)) {
    if (ts.isIdentifier(statement.expression)) return [];
    const declaration = factory.createVariableDeclaration(
      'strategy',
      undefined,
      undefined,
      statement.expression,
    );
    return [
      factory.createVariableStatement(
        undefined,
        factory.createVariableDeclarationList([declaration], ts.NodeFlags.Const),
      ),
    ];
  }
  if (!ts.canHaveModifiers(statement)) return [statement];
  const modifiers = ts.getModifiers(statement);
  if (!modifiers?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword)) return [statement];
  const kept = modifiers.filter(
    (m) => m.kind !== ts.SyntaxKind.ExportKeyword && m.kind !== ts.SyntaxKind.DefaultKeyword,
  );
  if (ts.isFunctionDeclaration(statement)) {
    const name = statement.name ?? factory.createIdentifier('strategy');
    const { asteriskToken, typeParameters, parameters, type, body } = statement;
    return [
      factory.updateFunctionDeclaration(
        statement,
        kept,
        asteriskToken,
        name,
        typeParameters,
        parameters,
        type,
        body,
      ),
    ];
  }
  if (ts.isVariableStatement(statement))
    return [factory.updateVariableStatement(statement, kept, statement.declarationList)];
  if (ts.isClassDeclaration(statement)) {
    const { name, typeParameters, heritageClauses, members } = statement;
    return [
      factory.updateClassDeclaration(
        statement,
        kept,
        name ?? factory.createIdentifier('strategy'),
        typeParameters,
        heritageClauses,
        members,
      ),
    ];
  }
  return [statement];
}

function describe(diagnostic: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
  if (!diagnostic.file || diagnostic.start === undefined) return text;
  const { line, character } = diagnostic.file.getLineAndCharacterOfPosition(diagnostic.start);
  return `line ${line + 1}, column ${character + 1}: ${text}`;
}
