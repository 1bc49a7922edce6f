/**
 * Rewrites a checked cell to JavaScript whose top-level names are bindings shared by all cells, so that functions of
 * earlier cells see later assignments. Types are blanked and code is edited in place: line numbers never change.
 */
import ts from 'typescript';
import { Edits } from './edits.js';
import { EarlyReads } from './early.js';
import { isAnonymousDefinition, isCallee, isReference } from './references.js';
import { isShared } from './scope.js';
import { declarationStart, isListed, isTypeOnly, namesAlive } from './statements.js';
import { internal } from './typescript.js';

/** The cell's context, as generated code calls it. */
export const CONTEXT = '$cell$';
/** The variable that holds the binding of a shared name. */
export const bindingOf = (name: string) => `$cell$${name}`;
/** An access to a shared name in generated code; the name is its first group. */
export const ACCESS = String.raw`\$cell\$([\p{ID_Continue}$]+)\.v`;

export interface Rewriting {
  readonly edits: Edits;
  /** Functions to put into the scope before the first statement. */
  readonly functions: readonly string[];
  /** The shared names that the cell mentions. */
  readonly shared: ReadonlySet<string>;
  /** Variables of the cell that tell whether a guarded name is alive yet. */
  readonly flags: readonly string[];
  readonly isAsync: boolean;
}

export function rewrite(file: ts.SourceFile): Rewriting {
  return new Rewriter(file).run();
}

class Rewriter {
  readonly #edits = new Edits();
  readonly #functions: string[] = [];
  readonly #shared = new Set<string>();
  #isAsync = false;
  /** Depth of functions around the node in hand; 0 is the cell's own level. */
  #depth = 0;

  readonly #early: EarlyReads;

  constructor(private readonly file: ts.SourceFile) {
    this.#early = new EarlyReads(file);
  }

  run(): Rewriting {
    const statements = this.file.statements.filter((s) => !ts.isEmptyStatement(s));
    const last = statements.findLast((s) => !ts.isExportDeclaration(s));
    for (const statement of statements) {
      if (statement === last && ts.isExpressionStatement(statement)) this.#result(statement.expression);
      else this.#topLevel(statement, statement === last);
      this.#end(statement);
      this.#alive(statement);
    }
    const flags = this.#early.names.map((name) => this.#early.flag(name)!);
    return {
      edits: this.#edits,
      functions: this.#functions,
      shared: this.#shared,
      flags,
      isAsync: this.#isAsync,
    };
  }

  /** Notes what has come to life, for a cell that fails later and for functions that were called too soon. */
  #alive(statement: ts.Statement): void {
    const names = namesAlive(statement);
    if (names.length === 0) return;
    const flags = names.flatMap((name) => this.#early.flag(name) ?? []).map((flag) => `${flag}=true;`);
    this.#edits.insert(
      statement.end,
      `${CONTEXT}.done(${names.map((n) => JSON.stringify(n)).join()});${flags.join('')}`,
    );
  }

  /** Keeps the value of the cell's last expression. */
  #result(expression: ts.Expression): void {
    this.#edits.insert(expression.getStart(), `${CONTEXT}.value=(`);
    this.#visit(expression);
    this.#edits.insert(expression.end, ')');
  }

  #topLevel(node: ts.Statement, isLast: boolean): void {
    if (isTypeOnly(node)) return;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      this.#edits.blank(this.file.text, node.getStart(), node.end);
    } else if (ts.isExportAssignment(node)) {
      const target = isLast ? `${CONTEXT}.value` : this.#binding('default');
      this.#edits.replace(node.getStart(), node.expression.getStart(), `${target}=(`);
      this.#visit(node.expression);
      this.#edits.insert(node.expression.end, ')');
    } else if (ts.isFunctionDeclaration(node)) {
      this.#dropExport(node);
      if (node.name) this.#hoist(node.name.text);
      else this.#edits.insert(declarationStart(node), `${this.#binding('default')}=`);
      this.#nested(node);
    } else if (ts.isClassDeclaration(node)) {
      this.#dropExport(node);
      this.#edits.insert(declarationStart(node), `${this.#binding(node.name?.text ?? 'default')}=`);
      this.#visitChildren(node);
    } else {
      if (ts.isVariableStatement(node)) this.#dropExport(node);
      this.#visit(node);
    }
  }

  #hoist(name: string): void {
    this.#shared.add(name);
    this.#functions.push(name);
  }

  /** Reads or writes a shared name. */
  #binding(name: string): string {
    this.#shared.add(name);
    return `${bindingOf(name)}.v`;
  }

  #dropExport(node: ts.Node): void {
    if (!ts.canHaveModifiers(node)) return;
    for (const modifier of ts.getModifiers(node) ?? []) {
      if (modifier.kind === ts.SyntaxKind.ExportKeyword || modifier.kind === ts.SyntaxKind.DefaultKeyword)
        this.#edits.blank(this.file.text, modifier.getStart(), modifier.end);
    }
  }

  /** Ends a statement openly, since the next may now begin with a parenthesis. */
  #end(statement: ts.Statement): void {
    if (!isTypeOnly(statement) && this.file.text[statement.end - 1] !== ';')
      this.#edits.insert(statement.end, ';');
  }

  #visit(node: ts.Node): void {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isTypeParameterDeclaration(node) || (ts.isStatement(node) && isTypeOnly(node))) return;
    if (ts.isHeritageClause(node) && node.token === ts.SyntaxKind.ImplementsKeyword) return;
    if (ts.isIdentifier(node)) this.#identifier(node);
    else if (ts.isShorthandPropertyAssignment(node)) this.#shorthand(node);
    else if (ts.isVariableDeclarationList(node) && this.#isSharedList(node)) this.#declarations(node);
    else if (ts.isAwaitExpression(node)) this.#await(node);
    else if (ts.isMetaProperty(node)) this.#meta(node);
    else if (ts.isCallExpression(node)) this.#call(node);
    else if (ts.isBinaryExpression(node)) this.#binary(node);
    else if (isNested(node)) this.#nested(node);
    else this.#visitChildren(node);
  }

  #visitChildren(node: ts.Node): void {
    if (ts.isForOfStatement(node) && node.awaitModifier && this.#depth === 0) this.#isAsync = true;
    ts.forEachChild(node, (child) => {
      this.#visit(child);
      if (isListed(child)) this.#end(child);
    });
  }

  #nested(node: ts.Node): void {
    this.#depth += 1;
    this.#visitChildren(node);
    this.#depth -= 1;
  }

  #identifier(node: ts.Identifier): void {
    if (!isReference(node) || !isShared(node.text, node)) return;
    this.#edits.replace(node.getStart(), node.end, this.#access(node, isCallee(node)));
  }

  #access(node: ts.Identifier, isCalled: boolean): string {
    const access = this.#binding(node.text);
    const flag = internal.isAssignmentTarget(node) ? undefined : this.#early.flagFor(node);
    if (flag) return `(${flag}||${CONTEXT}.early(${JSON.stringify(node.text)}),${access})`;
    return isCalled ? `(0,${access})` : access;
  }

  #shorthand(node: ts.ShorthandPropertyAssignment): void {
    if (isShared(node.name.text, node))
      this.#edits.insert(node.name.end, `:${this.#access(node.name, false)}`);
    if (node.objectAssignmentInitializer) this.#visit(node.objectAssignmentInitializer);
  }

  /** A `var` in a block or loop head at the cell's level, or a declaration among the cell's own statements. */
  #isSharedList(node: ts.VariableDeclarationList): boolean {
    if (this.#depth > 0) return false;
    if ((node.flags & ts.NodeFlags.BlockScoped) === 0) return true;
    return ts.isVariableStatement(node.parent) && ts.isSourceFile(node.parent.parent);
  }

  #declarations(list: ts.VariableDeclarationList): void {
    const isLexical = (list.flags & ts.NodeFlags.BlockScoped) !== 0;
    const start = list.getStart();
    const isForHead = ts.isForInStatement(list.parent) || ts.isForOfStatement(list.parent);
    const inParentheses = !isForHead && list.declarations.some((d) => !ts.isIdentifier(d.name));
    const keyword = /^(await\s+using|\w+)/.exec(this.file.text.slice(start))![0];
    this.#edits.replace(start, start + keyword.length, inParentheses ? '(' : '');
    for (const declaration of list.declarations) {
      this.#target(declaration.name);
      if (declaration.initializer) this.#named(declaration.initializer, declaration.name);
      else if (isLexical && !isForHead) this.#edits.insert(declaration.end, '=void 0');
    }
    if (inParentheses) this.#edits.insert(list.end, ')');
  }

  /** Turns a declared name or pattern into an assignment target. */
  #target(name: ts.BindingName): void {
    if (ts.isIdentifier(name)) {
      this.#edits.replace(name.getStart(), name.end, this.#binding(name.text));
      return;
    }
    for (const element of name.elements) {
      if (ts.isOmittedExpression(element)) continue;
      if (element.propertyName) this.#visitPropertyName(element.propertyName);
      else if (ts.isObjectBindingPattern(name) && !element.dotDotDotToken && ts.isIdentifier(element.name))
        this.#edits.insert(element.name.getStart(), `${element.name.text}:`);
      this.#target(element.name);
      if (element.initializer) this.#named(element.initializer, element.name);
    }
  }

  #visitPropertyName(name: ts.PropertyName): void {
    if (ts.isComputedPropertyName(name)) this.#visit(name.expression);
  }

  /** A function or class without a name takes that of its variable, which a property assignment would not give it. */
  #named(value: ts.Expression, target: ts.Node): void {
    const isNamed = ts.isIdentifier(target) && isAnonymousDefinition(value);
    if (isNamed) this.#edits.insert(value.getStart(), `{${JSON.stringify(target.text)}:`);
    this.#visit(value);
    if (isNamed) this.#edits.insert(value.end, `}[${JSON.stringify(target.text)}]`);
  }

  #binary(node: ts.BinaryExpression): void {
    const assigns = /^(=|\|\|=|&&=|\?\?=)$/.test(node.operatorToken.getText());
    if (!assigns || !ts.isIdentifier(node.left) || !isShared(node.left.text, node.left))
      return this.#visitChildren(node);
    this.#visit(node.left);
    this.#named(node.right, node.left);
  }

  #await(node: ts.AwaitExpression): void {
    if (this.#depth > 0) return this.#visitChildren(node);
    this.#isAsync = true;
    this.#edits.insert(node.expression.getStart(), `${CONTEXT}.wait(`);
    this.#visit(node.expression);
    this.#edits.insert(node.expression.end, ')');
  }

  #meta(node: ts.MetaProperty): void {
    if (node.keywordToken === ts.SyntaxKind.ImportKeyword)
      this.#edits.replace(node.getStart(), node.end, `${CONTEXT}.meta`);
  }

  #call(node: ts.CallExpression): void {
    if (node.expression.kind === ts.SyntaxKind.ImportKeyword)
      this.#edits.replace(node.expression.getStart(), node.expression.end, `${CONTEXT}.import`);
    this.#visitChildren(node);
  }
}

function isNested(node: ts.Node): boolean {
  return ts.isFunctionLike(node) || ts.isPropertyDeclaration(node) || ts.isClassStaticBlockDeclaration(node);
}
