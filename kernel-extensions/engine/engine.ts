/** Compiles cells with our converter and runs them with tslab's executor. */
import ts from 'typescript';
import type { ConvertResult, Converter } from 'tslab/dist/converter.js';
import type { CellEngine, CellOutcome, EngineOptions } from '../types.js';
import { complete, inspectAt } from './assist.js';
import { Bindings, type Binding } from './bindings.js';
import { compile, type Compiled } from './compile.js';
import { completeness } from './completeness.js';
import { describeDiagnostics, describeError, KeyboardInterrupt, type RanCell } from './errors.js';
import { createModules, type Modules } from './modules.js';
import { loadCreateExecutor } from './tslab.js';
import type { BoundFile } from './typescript.js';
import { Workspace } from './workspace.js';

/** What tslab's executor puts before our code on the first line of a script. */
const WRAPPERS = { sync: '(function(exports, require) { ', async: '(async function(exports, require) { ' };

/** What generated code reaches as its context. */
interface CellContext {
  value: unknown;
  /** Shared with every other cell that mentions the name. */
  binding(name: string): Binding;
  readonly import: Modules['import'];
  readonly require: NodeJS.Require;
  readonly meta: ImportMeta;
  /** Names that the cell has brought to life so far. */
  done(...names: string[]): void;
  /** Refuses a read that comes before the name's initialisation. */
  early(name: string): void;
  /** Lets an interrupt end a top-level await inside the cell, so that its `finally` blocks run and nothing after them. */
  wait(value: unknown): unknown;
}

/** A cell under way. */
interface Run {
  readonly name: string;
  readonly compiled: Compiled;
  readonly keep: boolean;
  readonly context: CellContext;
  readonly imports: Set<string>;
  readonly done: Set<string>;
  interrupt(reason: unknown): void;
  settle(outcome: CellOutcome): void;
}

export function createEngine(options: EngineOptions): CellEngine {
  return new Engine(options);
}

class Engine implements CellEngine {
  readonly #workspace: Workspace;
  readonly #modules: Modules;
  readonly #bindings = new Bindings();
  readonly #executor;
  readonly #slot;
  /** Every script that ran, for the tracebacks of errors that surface later. */
  readonly #ran = new Map<string, RanCell>();
  /** The latest cell that declared something; the earlier ones follow as its parents. */
  #latest: BoundFile | undefined;
  #run: Run | undefined;
  /** What tslab's executor reported just before it answered that a cell failed. */
  #thrown: unknown;

  constructor(private readonly options: EngineOptions) {
    this.#workspace = new Workspace(options.cwd, options.ambient);
    this.#modules = createModules(options.cwd, options.provided, () => this.#workspace.lastEdit);
    const converter = {
      convert: (_earlier: string, _name: string) => this.#converted(),
      close: () => undefined,
    } as Pick<Converter, 'convert' | 'close'> as Converter;
    const converters = { node: converter, browser: converter, close: () => undefined };
    this.#executor = loadCreateExecutor()(options.cwd, converters, {
      log: () => undefined,
      error: (error) => (this.#thrown = error),
    });
    this.#slot = globalThis.__tslab__;
    // The checker comes to life with its first file: better now than while a reader waits for the first cell.
    compile('console.log(1)', 'Cell[0]', undefined, this.#workspace);
  }

  execute(source: string, { executionCount }: { readonly executionCount: number }): Promise<CellOutcome> {
    return this.#start(source, `Cell ${executionCount}`, true);
  }

  evaluate(expression: string): Promise<CellOutcome> {
    return this.#start(`(${expression}\n)`, 'Expression', false);
  }

  complete(source: string, cursor: number) {
    return complete(source, cursor, this.#latest, this.#workspace);
  }

  inspect(source: string, cursor: number, detail: 0 | 1) {
    return inspectAt(source, cursor, detail, this.#latest, this.#workspace);
  }

  isComplete(source: string) {
    return completeness(source);
  }

  interrupt(reason: unknown = new KeyboardInterrupt()): void {
    const run = this.#run;
    if (!run) return;
    run.interrupt(reason);
    this.#settle(run, this.#failure(run, reason));
  }

  describe(error: unknown) {
    return describeError(error, this.#ran);
  }

  close(): void {
    this.interrupt();
    this.#executor.close();
  }

  async #start(source: string, title: string, keep: boolean): Promise<CellOutcome> {
    const name = this.#freshName(title);
    const compiled = compile(source, name, this.#latest, this.#workspace);
    if ('errors' in compiled) {
      return { status: 'error', ...describeDiagnostics(compiled.errors, source, title), imports: [] };
    }
    this.#ran.set(name, ranCell(title, source, compiled));
    return new Promise((settle) => {
      const run = this.#newRun(name, compiled, keep, settle);
      this.#run = run;
      if (compiled.imports.length === 0) this.#launch(run);
      else void this.#link(run).then((linked) => linked && this.#launch(run));
    });
  }

  /** Scripts need names of their own, silent cells and reruns included. */
  #freshName(title: string): string {
    const base = title.replace('Cell ', '');
    for (let again = 1; ; again++) {
      const name = `Cell[${again === 1 ? base : `${base}~${again}`}]`;
      if (!this.#ran.has(name)) return name;
    }
  }

  #newRun(name: string, compiled: Compiled, keep: boolean, settle: (outcome: CellOutcome) => void): Run {
    const imports = new Set<string>();
    const done = new Set<string>();
    let interrupt!: (reason: unknown) => void;
    const interrupted = new Promise<never>((_, reject) => (interrupt = reject));
    interrupted.catch(() => undefined);
    const context: CellContext = {
      value: undefined,
      require: this.#modules.require,
      meta: this.#modules.meta,
      import: (specifier, attributes) => {
        imports.add(String(specifier));
        return this.#modules.import(specifier, attributes);
      },
      early: (name) => {
        const isOver = this.#run?.context !== context;
        if (!isOver || !this.#bindings.of(name).alive)
          throw new ReferenceError(`Cannot access '${name}' before initialization`);
      },
      done: (...names) => {
        for (const name of names) {
          done.add(name);
          this.#bindings.of(name).alive = true;
        }
      },
      binding: (name) => this.#bindings.of(name),
      wait: (value) => (isThenable(value) ? Promise.race([value, interrupted]) : value),
    };
    return { name, compiled, keep, context, imports, done, interrupt, settle };
  }

  /** Loads what the cell imports before its first statement runs. */
  async #link(run: Run): Promise<boolean> {
    try {
      const loaded = await Promise.all(run.compiled.imports.map((i) => run.context.import(i.specifier)));
      if (this.#run !== run) return false;
      run.compiled.imports.forEach((wanted, i) => {
        for (const { local, imported } of wanted.bindings) {
          this.#bindings.import(local, loaded[i]!, imported, wanted.specifier);
          run.done.add(local);
        }
      });
      return true;
    } catch (error) {
      this.#settle(run, this.#failure(run, error));
      return false;
    }
  }

  #launch(run: Run): void {
    this.options.enter(() => {
      if (this.#run !== run) return;
      this.#bindings.prepare(run.compiled.declared);
      globalThis.__tslab__ = Object.assign(this.#slot, { cell: run.context });
      void this.#executor.execute(run.name).then((succeeded) => {
        if (!succeeded) return this.#settle(run, this.#failure(run, this.#thrown));
        const { value } = run.context;
        this.#settle(run, { status: 'ok', hasValue: value !== undefined, value, imports: [...run.imports] });
      });
    });
  }

  /** tslab's executor asks for the code of the cell that it is told to run. */
  #converted(): ConvertResult {
    const { compiled, name } = this.#run!;
    return {
      output: `${compiled.code}\n//# sourceURL=${name}`,
      diagnostics: [],
      hasToplevelAwait: compiled.isAsync,
    };
  }

  #failure(run: Run, error: unknown): CellOutcome {
    return { status: 'error', ...describeError(error, this.#ran), imports: [...run.imports] };
  }

  /** Ends a cell once; what it declared stays, if it failed what it got to. */
  #settle(run: Run, outcome: CellOutcome): void {
    if (this.#run !== run) return;
    this.#run = undefined;
    if (run.keep) this.#keep(run, outcome.status === 'ok');
    run.settle(outcome);
  }

  #keep({ compiled, done }: Run, whole: boolean): void {
    const { file, declared } = compiled;
    if (!whole) {
      for (const { name, kind } of declared) {
        const isAlive = kind === 'lexical' || kind === 'import' ? done.has(name) : true;
        if (!isAlive) file.locals.delete(ts.escapeLeadingUnderscores(name));
      }
    }
    if (file.locals.size > 0) this.#latest = file;
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined)?.then === 'function';
}

function ranCell(title: string, source: string, { code, isAsync, toSource }: Compiled): RanCell {
  const prefix = isAsync ? WRAPPERS.async : WRAPPERS.sync;
  const starts = [0, ...[...code.matchAll(/\r\n|\n|\r/g)].map((m) => (m.index ?? 0) + m[0].length)];
  return {
    title,
    source,
    position(line, column) {
      const start = starts[line];
      if (start === undefined) return undefined;
      const offset = toSource(start + column - (line === 0 ? prefix.length : 0));
      return offset < 0 || offset > source.length ? undefined : offset;
    },
  };
}
