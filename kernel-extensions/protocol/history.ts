/** What was run in this session, for history requests; kept in memory, at most the last ten thousand cells. */
import { z } from 'zod';
import type { Json } from '../transport/message.js';

const KEPT = 10_000;
const SESSION = 1;

interface Entry {
  readonly line: number;
  readonly input: string;
  output: string | null;
}

type Item = readonly [session: number, line: number, input: string | readonly [string, string | null]];

const requestSchema = z.object({
  output: z.boolean().default(false),
  hist_access_type: z.enum(['range', 'tail', 'search']),
  /** 0 is this session, the only one there is. */
  session: z.number().nullish(),
  start: z.number().nullish(),
  stop: z.number().nullish(),
  n: z.number().nullish(),
  pattern: z.string().nullish(),
  unique: z.boolean().nullish(),
});

export class History {
  #entries: Entry[] = [];

  add(line: number, input: string): void {
    this.#entries.push({ line, input, output: null });
    if (this.#entries.length > KEPT) this.#entries.shift();
  }

  /** The plain text of the cell's value. */
  setOutput(line: number, output: string): void {
    const entry = this.#entries.at(-1);
    if (entry?.line === line) entry.output = output.slice(0, 10_000);
  }

  answer(content: Json): Json {
    const parsed = requestSchema.safeParse(content);
    if (!parsed.success)
      return {
        status: 'error',
        ename: 'ValueError',
        evalue: z.prettifyError(parsed.error),
        traceback: [],
        history: [],
      };
    const request = parsed.data;
    const found = this.#select(request);
    const history = found.map((e): Item => [SESSION, e.line, request.output ? [e.input, e.output] : e.input]);
    return { status: 'ok', history };
  }

  #select(request: z.infer<typeof requestSchema>): readonly Entry[] {
    const n = request.n ?? undefined;
    const last = (entries: readonly Entry[]) => (n === undefined ? entries : n > 0 ? entries.slice(-n) : []);
    if (request.hist_access_type === 'tail') return last(this.#entries);
    if (request.hist_access_type === 'range') {
      const { start, stop } = request;
      if (request.session && request.session !== SESSION) return [];
      return this.#entries.filter((e) => e.line >= (start ?? 1) && e.line < (stop ?? Infinity));
    }
    const pattern = glob(request.pattern ?? '*');
    const matching = this.#entries.filter((e) => pattern.test(e.input));
    return last(request.unique ? latestOfEach(matching) : matching);
  }
}

/** `*` and `?` as in a shell, over the whole input. */
function glob(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '[^]*')
    .replace(/\?/g, '[^]');
  return new RegExp(`^${source}$`);
}

function latestOfEach(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map((e) => [e.input, e])).values()].sort((a, b) => a.line - b.line);
}
