/**
 * One TypeScript program for the life of the kernel: the libraries, @types/node and every module that a cell has
 * imported. Cells are not part of it; its checker checks them one by one, so that a cell costs its own lines only. The
 * program is rebuilt when a cell imports a module for the first time or an imported local file has changed.
 */
import { statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { BoundFile } from './typescript.js';

export const COMPILER_OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.decorators.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  strictPropertyInitialization: false,
  useUnknownInCatchVariables: false,
  allowUnreachableCode: true,
  allowUnusedLabels: true,
  types: ['node'],
};

const ownFile = fileURLToPath(import.meta.url);

export class Workspace {
  /** Where cells stand, for imports: a file that does not exist, in the working folder. */
  readonly cellPath: string;
  readonly options: ts.CompilerOptions;
  readonly host: ts.CompilerHost;
  #program: ts.Program;
  readonly #ambientPath: string;
  readonly #importsPath: string;
  readonly #virtual = new Map<string, string>();
  readonly #files = new Map<string, { readonly file: ts.SourceFile | undefined; readonly changed: number }>();
  readonly #specifiers = new Set<string>();
  readonly #augmentations: string[] = [];
  readonly #cache: ts.ModuleResolutionCache;
  readonly #cells = new WeakSet<ts.SourceFile>();
  #resolved = new Map<string, ts.ResolvedModuleWithFailedLookupLocations>();

  constructor(cwd: string, ambient: string) {
    this.cellPath = join(cwd, 'cell.mts');
    this.#ambientPath = join(cwd, 'cell-ambient.d.ts');
    this.#importsPath = join(cwd, 'cell-imports.mts');
    this.options = { ...COMPILER_OPTIONS, typeRoots: nodeTypeRoots(cwd) };
    this.#virtual.set(this.#ambientPath, ambient);
    this.#virtual.set(this.#importsPath, 'export {};');
    this.host = this.#createHost(cwd);
    this.#cache = ts.createModuleResolutionCache(cwd, (name) => name, this.options);
    this.#program = this.#build();
  }

  get program(): ts.Program {
    return this.#program;
  }

  get checker(): ts.TypeChecker {
    return this.#program.getTypeChecker();
  }

  /** Lets the checker resolve this file's imports although the program does not hold the file. */
  adopt(file: BoundFile): void {
    file.path = file.resolvedPath = file.fileName;
    this.#cells.add(file);
  }

  /** Makes the modules that a cell imports known; `augmentation` is a `declare global` or `declare module` of a cell. */
  include(specifiers: Iterable<string>, augmentation: string): void {
    const missing = (s: string) => !this.#specifiers.has(s) || this.#resolve(s).resolvedModule === undefined;
    const fresh = [...specifiers].filter((s) => !isBuiltin(s) && missing(s));
    const edited = this.#forgetEdited();
    if (fresh.length === 0 && !edited && augmentation === '') return;
    for (const specifier of fresh) this.#specifiers.add(specifier);
    if (augmentation !== '') this.#augmentations.push(augmentation);
    const imports = [...this.#specifiers].map((s) => `import ${JSON.stringify(s)};`);
    this.#virtual.set(this.#importsPath, [...imports, 'export {};', ...this.#augmentations].join('\n'));
    this.#files.delete(this.#importsPath);
    this.#cache.clear();
    this.#resolved = new Map();
    this.#program = this.#build(this.#program);
  }

  /** Local source files that the program holds, with the time of the latest edit in UTC milliseconds. */
  get lastEdit(): number {
    return Math.max(0, ...[...this.#files.values()].map((entry) => entry.changed));
  }

  #build(old?: ts.Program): ts.Program {
    const rootNames = [this.#ambientPath, this.#importsPath];
    const program = ts.createProgram({
      rootNames,
      options: this.options,
      host: this.host,
      ...(old && { oldProgram: old }),
    });
    const open = program as unknown as {
      getResolvedModule(file: ts.SourceFile, name: string, mode: unknown): unknown;
    };
    const original = open.getResolvedModule.bind(program);
    open.getResolvedModule = (file, name, mode) =>
      this.#cells.has(file) ? this.#resolve(name) : original(file, name, mode);
    return program;
  }

  #createHost(cwd: string): ts.CompilerHost {
    const host = ts.createCompilerHost(this.options, false);
    const { readFile, fileExists } = host;
    host.getCurrentDirectory = () => cwd;
    host.readFile = (path) => this.#virtual.get(path) ?? readFile(path);
    host.fileExists = (path) => this.#virtual.has(path) || fileExists(path);
    host.getSourceFile = (path, settings) => {
      const known = this.#files.get(path);
      if (known) return known.file;
      const text = host.readFile(path);
      const file = text === undefined ? undefined : ts.createSourceFile(path, text, settings, false);
      this.#files.set(path, {
        file,
        changed: isLocal(path) && !this.#virtual.has(path) ? modified(path) : 0,
      });
      return file;
    };
    host.resolveModuleNameLiterals = (literals, containing, redirected, options, file) =>
      literals.map((literal) =>
        containing === this.#importsPath
          ? this.#resolve(literal.text)
          : ts.resolveModuleName(
              literal.text,
              containing,
              options,
              host,
              this.#cache,
              redirected,
              ts.getModeForUsageLocation(file, literal, options),
            ),
      );
    return host;
  }

  /** From the working folder first, then from the kernel's own package. */
  #resolve(specifier: string): ts.ResolvedModuleWithFailedLookupLocations {
    const known = this.#resolved.get(specifier);
    if (known) return known;
    const relative = /^\.{0,2}\//.test(specifier);
    const options = relative
      ? { ...this.options, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }
      : this.options;
    const from = (path: string) =>
      ts.resolveModuleName(
        specifier,
        path,
        options,
        this.host,
        relative ? undefined : this.#cache,
        undefined,
        ts.ModuleKind.ESNext,
      );
    let found = from(this.cellPath);
    if (!found.resolvedModule && !relative) found = from(ownFile);
    this.#resolved.set(specifier, found);
    return found;
  }

  #forgetEdited(): boolean {
    let edited = false;
    for (const [path, entry] of this.#files) {
      if (entry.changed === 0 || modified(path) === entry.changed) continue;
      this.#files.delete(path);
      edited = true;
    }
    return edited;
  }
}

/** Folders that hold the declarations of Node itself: the working folder's, else those that came with the kernel. */
function nodeTypeRoots(cwd: string): string[] {
  for (const from of [join(cwd, 'cell.mts'), ownFile]) {
    try {
      return [dirname(dirname(createRequire(from).resolve('@types/node/package.json')))];
    } catch {
      continue;
    }
  }
  return [];
}

function isLocal(path: string): boolean {
  return !path.includes('/node_modules/');
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
