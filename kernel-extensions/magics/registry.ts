/** Magics: commands of a cell that are not TypeScript. `%name` at the start of a line, `%%name` at the start of a cell. */
import type { CellOutcome } from '../types.js';

export interface MagicContext {
  /** Runs TypeScript as the cell itself; magics in it are expanded. */
  execute(source: string): Promise<CellOutcome>;
  /** Puts text into the client's next cell, or in place of this one. */
  setNextInput(text: string, replace: boolean): void;
  /** Is called when the user interrupts the cell. */
  onInterrupt(stop: () => void): void;
}

export interface Magic {
  readonly name: string;
  /** One line for %help, after the name: what it takes and does. */
  readonly help: string;
  /** As `%name`: what it returns, unless undefined, is the value of its line. */
  line?(args: string, context: MagicContext): unknown;
  /** As `%name`, where it must stand in the cell's scope: one line of TypeScript to run in its place. */
  rewrite?(args: string): string;
  /** As `%%name`: takes the rest of the cell. Without an outcome the cell counts as done. */
  cell?(args: string, body: string, context: MagicContext): Promise<CellOutcome | void>;
}

const magics = new Map<string, Magic>();

/** The later of two magics of one name wins. */
export function registerMagic(magic: Magic): void {
  magics.set(magic.name, magic);
}

export function findMagic(name: string): Magic | undefined {
  return magics.get(name);
}

export function registeredMagics(): readonly Magic[] {
  return [...magics.values()].sort((a, b) => a.name.localeCompare(b.name));
}
