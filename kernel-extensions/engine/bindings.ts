/**
 * The top-level names of all cells, each a binding of its own that functions of any cell hold on to. A property of one
 * shared object would do the same 2 to 6 times slower in loops, and slower still beyond a hundred names.
 */
import type { DeclaredName } from './compile.js';

export class Binding {
  /** The value; a getter for imports. */
  v: unknown = undefined;
  /** Whether a declaration of the name has been reached. */
  alive = false;
}

export class Bindings {
  readonly #byName = new Map<string, Binding>();

  /** The binding of a name, made when the first cell mentions it. */
  of(name: string): Binding {
    let binding = this.#byName.get(name);
    if (!binding) this.#byName.set(name, (binding = new Binding()));
    return binding;
  }

  /** Makes room for what a cell is about to declare: an import gives way, a merged name (enum, namespace) starts anew. */
  prepare(declared: readonly DeclaredName[]): void {
    for (const { name, kind } of declared) {
      if (kind === 'type' || kind === 'import') continue;
      const binding = this.of(name);
      const isImport = Object.getOwnPropertyDescriptor(binding, 'v')!.get !== undefined;
      if (isImport) Object.defineProperty(binding, 'v', { value: undefined, writable: true });
      else if (kind === 'merged') binding.v = undefined;
    }
  }

  /** A live binding: the module may still change what it exports. */
  import(local: string, loaded: object, imported: string, specifier: string): void {
    const get = reader(loaded as Record<string, unknown>, imported, specifier);
    Object.defineProperty(this.of(local), 'v', { get, enumerable: true, configurable: true });
  }
}

/** A CommonJS module may offer names that only its default export shows. */
function reader(loaded: Record<string, unknown>, imported: string, specifier: string): () => unknown {
  if (imported === '*') return () => loaded;
  if (imported in loaded) return () => loaded[imported];
  if (imported === 'default') return () => loaded;
  const inner = loaded.default as Record<string, unknown> | undefined;
  if ((typeof inner === 'object' || typeof inner === 'function') && inner !== null && imported in inner)
    return () => inner[imported];
  throw new SyntaxError(`The requested module '${specifier}' does not provide an export named '${imported}'`);
}
