/** Requests that outlast a busy or broken server: retried with growing waits, resumed where they stopped. */
import { createWriteStream, existsSync, rmSync, statSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sha256File, type Digest } from '../../base/digest.js';
import { UserError } from '../../base/errors.js';
import { silent, type Progress } from '../../base/progress.js';

/** What a download touches outside, passed in by tests. */
export interface Http {
  readonly fetch: typeof fetch;
  readonly sleep: (millis: number) => Promise<void>;
  readonly progress: Progress;
}

export const network: Http = {
  fetch: (...request) => fetch(...request),
  sleep: (millis) => new Promise((wake) => setTimeout(wake, millis)),
  progress: silent,
};

const ATTEMPTS = 5;
const REQUEST_MS = 60_000;
const LONGEST_WAIT_MS = 60_000;
/** Yahoo refuses clients without a browser's name. */
const AGENT = 'Mozilla/5.0 (compatible; fides)';
const BUSY = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Something that may pass: the request is worth repeating. */
class Passing extends Error {
  constructor(
    message: string,
    readonly waitMs?: number,
  ) {
    super(message);
  }
}

/**
 * The body of a text resource, as `read` makes it of the text.
 *
 * @param read throws on a body that cannot be right, such as one cut short: the request is then repeated
 * @throws UserError when the server refuses, has no such thing, or keeps failing
 */
export async function getText<T>(url: string, read: (text: string) => T, http: Http): Promise<T> {
  return persist(url, http, async () => {
    const response = await request(url, {}, http);
    const text = await response.text();
    try {
      return read(text);
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new Passing(`a body that cannot be read (${(error as Error).message})`);
    }
  });
}

/**
 * Downloads to a file, beginning where an earlier try stopped (`path`.part is kept until it is whole).
 *
 * @throws UserError also when the bytes never have the digest
 */
export async function download(url: string, path: string, digest: Digest, http: Http): Promise<void> {
  if (existsSync(path) && (await sha256File(path)) === digest) return;
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.part`;
  await persist(url, http, async () => {
    await append(url, part, http);
    const found = await sha256File(part);
    if (found === digest) return;
    rmSync(part);
    throw new Passing(`bytes with SHA-256 ${found}, not ${digest} as its checksum file says`, 0);
  });
  await rename(part, path);
}

async function append(url: string, part: string, http: Http): Promise<void> {
  const have = statSync(part, { throwIfNoEntry: false })?.size ?? 0;
  const response = await request(url, have > 0 ? { range: `bytes=${have}-` } : {}, http);
  // 416: nothing follows what we have, so that it is whole, or wrong as its digest will tell.
  if (response.status === 416 || !response.body) return void (await response.body?.cancel());
  const resumed =
    response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${have}-`);
  await pipeline(
    Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]),
    createWriteStream(part, { flags: resumed ? 'a' : 'w', flush: true }),
  );
}

async function request(url: string, headers: Record<string, string>, http: Http): Promise<Response> {
  const response = await http.fetch(url, {
    headers: { 'user-agent': AGENT, ...headers },
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  if (response.ok || (response.status === 416 && headers.range)) return response;
  await response.body?.cancel();
  if (BUSY.has(response.status)) throw new Passing(`status ${response.status}`, retryAfter(response));
  throw new UserError(
    `${url} answered with status ${response.status}.`,
    response.status === 404
      ? 'There is no such symbol, or no data for that time: mend the symbol or the dates.'
      : 'The server refuses this client or this place: download the files in a browser and use `fides data import`.',
  );
}

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  return seconds >= 0 ? Math.min(seconds * 1000, LONGEST_WAIT_MS) : undefined;
}

/** Repeats work whose failure may pass; waits 1, 2, 4, 8 seconds, or as long as the server asks. */
async function persist<T>(url: string, http: Http, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof UserError || !isPassing(error)) throw error;
      const reason = error instanceof Passing ? error.message : networkReason(error);
      if (attempt === ATTEMPTS)
        throw new UserError(
          `${url} failed ${ATTEMPTS} times, the last time with ${reason}.`,
          'Check the network, wait a while, and run the command again: it goes on where it stopped.',
          { cause: error },
        );
      const wait = (error instanceof Passing ? error.waitMs : undefined) ?? 1000 * 2 ** (attempt - 1);
      http.progress.note(`${url}: ${reason}; again in ${Math.round(wait / 1000)} s`);
      await http.sleep(wait);
    }
  }
}

/** Failures of the network and of the stream end a try; failures of our own disk or code end the download. */
function isPassing(error: unknown): boolean {
  if (error instanceof Passing) return true;
  const { name, message, code } = error as NodeJS.ErrnoException;
  // What fetch throws when it cannot connect, and when a body ends too soon.
  if (name === 'TypeError') return message === 'fetch failed' || message === 'terminated';
  return name === 'TimeoutError' || code === 'ECONNRESET';
}

function networkReason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? `${message} (${cause.message})` : message;
}
