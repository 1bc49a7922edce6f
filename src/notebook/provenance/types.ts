/** What is noted about a cell, under `fides` in its metadata. */
import type { Digest } from '../../base/digest.js';

/** A file; among probes also a folder's list of names (`data/`, with all below it `data/**`), or a place where nothing was (digest null). */
export interface FileState {
  /** Relative to the working folder, with `/`. */
  readonly path: string;
  /** When it was first read by the cell; after the cell where it was only written. */
  readonly digest: Digest | null;
}

/** Ways out of what can be seen: a cell that used one is never taken from the cache. */
export type Beyond = 'computed import' | 'network' | 'process' | 'worker';

/** What a cell looked at besides the files that it read: for the cache to compare, too much of this machine to be published. */
export interface Surroundings {
  /** Folders that were listed, files whose presence was asked for, and places where nothing was. */
  readonly probes: readonly FileState[];
  /** Environment variables that were read, each with the digest of its value, null where it was not set. */
  readonly environment: Readonly<Record<string, Digest | null>>;
}

/** What a cell read and used, as seen from within the kernel. */
export interface CellInputs extends Surroundings {
  /** Read or written. */
  readonly files: readonly FileState[];
  readonly beyond: readonly Beyond[];
  readonly cpuMillis: number;
}

export interface CellProvenance {
  /** SHA-256 of the source, chained to the cell before: equal only when all cells up to here are. */
  readonly source: Digest;
  /** SHA-256 of the outputs, without execution counts. */
  readonly outputs: Digest;
  /** Packages that the cell imports, with their versions. */
  readonly imports: Readonly<Record<string, string>>;
  readonly files: readonly FileState[];
  /** Absent when the cell kept to what can be seen; `'unknown'` when the kernel could not be asked. */
  readonly beyond?: readonly (Beyond | 'unknown')[];
  /** Not part of any hash; `--strip` leaves it out. */
  readonly timing?: { readonly wallMillis: number; readonly cpuMillis: number | null };
}
