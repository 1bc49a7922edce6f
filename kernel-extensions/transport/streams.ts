import type { RequestId, StreamName } from './channel.js';

const DELAY_MS = 25;
const CHUNK = 1 << 20;

/** Gathers the small writes of one cell and stream into messages: at most one each 25 ms, or a megabyte. */
export class Streams {
  #cell: RequestId = 0;
  #name: StreamName = 'stdout';
  #parts: string[] = [];
  #length = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly publish: (cell: RequestId, name: StreamName, text: string) => void) {}

  write(cell: RequestId, name: StreamName, text: string): void {
    if (cell !== this.#cell || name !== this.#name) this.flush();
    this.#cell = cell;
    this.#name = name;
    this.#parts.push(text);
    this.#length += text.length;
    if (this.#length >= CHUNK) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), DELAY_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#length === 0) return;
    const text = wellFormed(this.#parts.join(''));
    this.#parts = [];
    this.#length = 0;
    this.publish(this.#cell, this.#name, text);
  }
}

/** Lone surrogates become U+FFFD: clients write the text as UTF-8 and would fail on them. */
function wellFormed(text: string): string {
  return /[\ud800-\udfff]/.test(text) ? Buffer.from(text).toString() : text;
}
