/** Downloads a file so that what stands at its place is whole: a part file beside it, resumed, checked, renamed. */
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Digest } from '../../base/digest.js';
import { UserError } from '../../base/errors.js';
import type { Progress } from '../../base/progress.js';
import type { Hub } from './http.js';

export interface Remote {
  readonly url: string;
  readonly bytes: number;
  /** The server's name of this content; a part file of another content is not continued. */
  readonly etag: string;
  /** Known for files in large-file storage, which GGUFs are. */
  readonly sha256: Digest | undefined;
}

const ATTEMPTS = 5;
const MEGABYTE = 1e6;

/** Returns the SHA-256 of what now stands at `target`. */
export async function download(
  hub: Hub,
  remote: Remote,
  target: string,
  progress: Progress,
): Promise<Digest> {
  await mkdir(dirname(target), { recursive: true });
  const part = join(
    dirname(target),
    `.${basename(target)}.${remote.etag.replace(/\W/g, '').slice(0, 16)}.part`,
  );
  const task = progress.task(`downloading ${basename(target)} (MB)`, Math.ceil(remote.bytes / MEGABYTE));
  for (let failures = 0; ;) {
    const before = await sizeOf(part);
    try {
      await transfer(hub, remote, part, (bytes) => task.advance(bytes / MEGABYTE));
      break;
    } catch (error) {
      failures = (await sizeOf(part)) > before ? 1 : failures + 1;
      if (error instanceof UserError || failures === ATTEMPTS) throw interrupted(remote, error);
      await sleep(Math.min(30_000, 500 * 2 ** failures));
    }
  }
  const digest = await verify(remote, part);
  await rename(part, target);
  task.done();
  return digest;
}

/** Fetches what the part file lacks. Bytes are written at their own place, so that two downloads of one file agree. */
async function transfer(hub: Hub, { url, bytes }: Remote, part: string, got: (bytes: number) => void) {
  const file = await openPart(part);
  try {
    let at = (await file.stat()).size;
    if (at > bytes) await file.truncate((at = 0));
    if (at === bytes) return;
    const headers = at > 0 ? { range: `bytes=${at}-` } : {};
    const { response, chunks } = await hub.request(url, { headers });
    if (response.status !== 206 || !startsAt(response, at)) at = 0;
    got(at);
    for await (const chunk of chunks()) {
      if (at + chunk.length > bytes) throw new Error(`more than ${bytes} bytes came`);
      await writeAll(file, chunk, at);
      at += chunk.length;
      got(chunk.length);
    }
    if (at < bytes) throw new Error(`the connection was cut after ${at} of ${bytes} bytes`);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function openPart(part: string): Promise<FileHandle> {
  try {
    return await open(part, 'r+');
  } catch {
    return open(part, 'w+');
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done);
    done += bytesWritten;
  }
}

function startsAt(response: Response, at: number): boolean {
  return response.headers.get('content-range')?.startsWith(`bytes ${at}-`) ?? false;
}

async function verify({ url, sha256, bytes }: Remote, part: string): Promise<Digest> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(part)) hash.update(chunk as Uint8Array);
  const digest = hash.digest('hex');
  if ((sha256 === undefined || digest === sha256) && (await sizeOf(part)) === bytes) return digest;
  await rm(part, { force: true });
  throw new UserError(
    `What came from ${url} is not what its server announced (SHA-256 ${digest}).`,
    'Try again.',
  );
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

function interrupted({ url }: Remote, error: unknown): Error {
  if (error instanceof UserError) return error;
  const { cause, message } = error as Error;
  return new UserError(
    `The download of ${url} failed: ${cause instanceof Error ? cause.message : message}.`,
    'Try again: it goes on where it stopped.',
    { cause: error },
  );
}
