import type { Layout } from '../rows.js';

/** A file format of bars. */
export interface Source {
  readonly format: string;
  /** One line for people: what it is and where it comes from. */
  readonly title: string;
  /** The layout when a file's first row is this format's, else null. */
  readonly layout: (rows: readonly (readonly string[])[]) => Layout | null;
  /** The symbol as the file's name or rows give it; the file's name without extension when absent. */
  readonly symbol?: (file: string, rows: readonly (readonly string[])[]) => string;
}

/** Indices of named columns in a header, null for those that are missing. */
export function find<K extends string>(
  header: readonly string[],
  names: Readonly<Record<K, string>>,
): Record<K, number | null> {
  const found = {} as Record<K, number | null>;
  for (const key in names) {
    const index = header.indexOf(names[key]);
    found[key] = index < 0 ? null : index;
  }
  return found;
}

/** File name without folder and extensions, upper case: a symbol where nothing better is known. */
export function stem(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? file).replace(/\.(csv|txt|zip)$/i, '').toUpperCase();
}
