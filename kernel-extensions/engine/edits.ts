/** Insertions and removals on a text that remember where each kept character came from. */

/** Maps an offset in the edited text to one in the original. */
export type ToOriginal = (offset: number) => number;

export class Edits {
  readonly #edits: { readonly at: number; readonly end: number; readonly text: string }[] = [];

  /** Insertions at one place appear in the order in which they were made. */
  insert(at: number, text: string): void {
    this.#edits.push({ at, end: at, text });
  }

  replace(at: number, end: number, text: string): void {
    this.#edits.push({ at, end, text });
  }

  /** Blanks a range, line breaks kept, so that later lines keep their numbers. */
  blank(source: string, at: number, end: number): void {
    this.replace(at, end, source.slice(at, end).replace(/[^\n\r]/g, ' '));
  }

  /** `original` has the length and positions of the text that the edits were made for. */
  apply(original: string): { readonly text: string; readonly toOriginal: ToOriginal } {
    const edits = this.#edits
      .map((edit, order) => ({ ...edit, order }))
      .sort((a, b) => a.at - b.at || a.order - b.order);
    const pieces: Piece[] = [];
    let text = '';
    let at = 0;
    const keep = (end: number) => {
      pieces.push({ out: text.length, original: at, kept: true });
      text += original.slice(at, end);
      at = end;
    };
    for (const edit of edits) {
      if (edit.at > at) keep(edit.at);
      pieces.push({ out: text.length, original: at, kept: false });
      text += edit.text;
      at = Math.max(at, edit.end);
    }
    keep(original.length);
    return { text, toOriginal: (offset) => lookUp(pieces, offset) };
  }
}

/** A stretch of the edited text; written text stands for the place where it was put. */
interface Piece {
  readonly out: number;
  readonly original: number;
  readonly kept: boolean;
}

function lookUp(pieces: readonly Piece[], offset: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle]!.out <= offset) low = middle;
    else high = middle - 1;
  }
  const { out, original, kept } = pieces[low]!;
  const before = pieces[low - 1];
  // V8 places a call through a rewritten name at its parenthesis, a plain call at its name.
  if (kept && offset === out && before && !before.kept) return before.original;
  return kept ? original + offset - out : original;
}
