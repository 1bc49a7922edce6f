/** The parts of TypeScript that its public declarations leave out; each is guarded by test/kernel/engine/seams.test.ts. */
import ts from 'typescript';

export interface CompletionEntry {
  readonly name: string;
  readonly kind: string;
  readonly sortText: string;
  readonly insertText?: string;
  readonly symbol?: ts.Symbol;
}

interface Internals {
  /** Gives a file its symbols and scopes. */
  bindSourceFile(file: ts.SourceFile, options: ts.CompilerOptions): void;
  /** Whether an expression is written to, as a pattern's part too. */
  isAssignmentTarget(node: ts.Node): boolean;
  getTouchingPropertyName(file: ts.SourceFile, position: number): ts.Node;
  findPrecedingToken(position: number, file: ts.SourceFile): ts.Node | undefined;
  readonly Completions: {
    getCompletionsAtPosition(
      host: object,
      program: ts.Program,
      log: (message: string) => void,
      file: ts.SourceFile,
      position: number,
      preferences: object,
      triggerCharacter: undefined,
      kind: undefined,
      cancellation: object,
      formatContext: undefined,
      includeSymbol: boolean,
    ):
      | { readonly entries: readonly CompletionEntry[]; readonly optionalReplacementSpan?: ts.TextSpan }
      | undefined;
  };
  readonly SymbolDisplay: {
    getSymbolDisplayPartsDocumentationAndSymbolKind(
      checker: ts.TypeChecker,
      symbol: ts.Symbol,
      file: ts.SourceFile,
      enclosing: ts.Node | undefined,
      location: ts.Node,
    ): {
      readonly displayParts: ts.SymbolDisplayPart[];
      readonly documentation: ts.SymbolDisplayPart[];
      readonly tags?: ts.JSDocTagInfo[];
    };
  };
}

export const internal = ts as unknown as Internals;

/** A parsed file with what the parser and binder leave on it. */
export interface BoundFile extends ts.SourceFile {
  parent: ts.SourceFile;
  path: string;
  resolvedPath: string;
  readonly parseDiagnostics: readonly ts.Diagnostic[];
  readonly bindDiagnostics: readonly ts.Diagnostic[];
  readonly locals: Map<ts.__String, ts.Symbol>;
  externalModuleIndicator?: unknown;
}

/** What a node's own scope declares under a name. */
export function localSymbol(node: ts.Node, name: string): ts.Symbol | undefined {
  return (node as { locals?: Map<ts.__String, ts.Symbol> }).locals?.get(ts.escapeLeadingUnderscores(name));
}

const EXPORT_VALUE = 1 << 20;

/** Whether a symbol exists at run time, declared here or exported from here; aliases count. */
export function isValue(symbol: ts.Symbol): boolean {
  return (symbol.flags & (ts.SymbolFlags.Value | ts.SymbolFlags.Alias | EXPORT_VALUE)) !== 0;
}
