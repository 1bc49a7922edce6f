/** The object that holds the top-level names of all cells. */
import type { DeclaredName } from './compile.js';

export class CellScope {
  /** An ordinary object, since V8 keeps one without a prototype in its slow form. */
  readonly names: Record<string, unknown> = {};

  /** Makes room for what a cell is about to declare. */
  prepare(declared: readonly DeclaredName[]): void {
    for (const { name, kind } of declared) {
      if (kind === 'type' || kind === 'import') continue;
      const isImport = Object.getOwnPropertyDescriptor(this.names, name)?.get !== undefined;
      if (isImport || kind === 'merged') delete this.names[name];
      if (kind === 'var' && !Object.hasOwn(this.names, name)) this.names[name] = undefined;
    }
  }
}

/** A live binding: the module may still change what it exports. */
export function bindImport(
  names: object,
  local: string,
  loaded: object,
  imported: string,
  specifier: string,
): void {
  const get = reader(loaded as Record<string, unknown>, imported, specifier);
  Object.defineProperty(names, local, { get, enumerable: true, configurable: true });
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
