/** Strips types in a child of its own and remembers what it stripped: a study asks for the same code many times. */
import { sha256 } from '../base/digest.js';
import { frame } from './frames.js';
import type { Ending } from './child.js';
import type { Pool } from './pool.js';
import { decodeScript, STRIP, type Stripped } from './wire.js';

/** Scripts remembered; more than a study has at once, less than memory would notice. */
const REMEMBERED = 256;
/** Helpers that TypeScript may add (enums, classes), beyond a multiple of the source. */
const EXTRA_BYTES = 2 ** 20;

export class Stripper {
  private readonly known = new Map<string, Stripped>();

  constructor(
    private readonly pool: Pool,
    private readonly deadlineMs: number,
  ) {}

  /** The script, the problem with it, or how the child ended instead. */
  async strip(code: string): Promise<Stripped | Exclude<Ending, { how: 'done' }>> {
    const digest = sha256(code);
    const known = this.known.get(digest);
    if (known) return known;
    const child = await this.pool.acquire();
    let script: Stripped | undefined;
    const ending = await child.exchange({
      send: [frame(STRIP, Buffer.from(code, 'utf8'))],
      cap: code.length * 8 + EXTRA_BYTES,
      stepMs: this.deadlineMs,
      until: Infinity,
      take: (answer) => {
        script = decodeScript(answer);
        return true;
      },
    });
    this.pool.release(child, ending.how === 'done');
    if (ending.how !== 'done') return ending;
    if (this.known.size >= REMEMBERED) this.known.delete(this.known.keys().next().value!);
    this.known.set(digest, script!);
    return script!;
  }
}
