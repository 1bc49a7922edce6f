/** Where a model's file is on this machine, downloading it first when it is on the hub. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../base/errors.js';
import { writeAtomic } from '../../base/files.js';
import { cacheFolder } from '../../base/paths.js';
import { silent, type Progress } from '../../base/progress.js';
import { download, type Remote } from './download.js';
import { hub, type Hub } from './http.js';
import { parseReference, type HubReference } from './reference.js';

/** @param source a path, or a reference that begins with hf: */
export async function findGguf(source: string, progress: Progress = silent): Promise<string> {
  if (!source.startsWith('hf:')) return resolve(source);
  const reference = parseReference(source);
  const { repository, revision, file, quantisation } = reference;
  const folder = cacheFolder('models', 'hub', repository, revision);
  const choice = join(folder, `${quantisation || 'any'}.choice`);
  const path = join(folder, file ?? chosenBefore(choice) ?? 'none');
  if (isWhole(path)) return path;
  return explained(async () => {
    const source = hub(process.env);
    const name = file ?? (await choose(source, reference));
    const target = join(folder, name);
    const remote = await describe(source, reference, name);
    const sha256 = await download(source, remote, target, progress);
    writeAtomic(`${target}.json`, JSON.stringify({ sha256, bytes: remote.bytes, source: remote.url }));
    if (file === undefined) writeAtomic(choice, name);
    return target;
  }, reference);
}

const note = z.object({ sha256: z.string(), bytes: z.number(), source: z.string() });

/** The note is written last, after the file was checked and put in its place. */
function isWhole(path: string): boolean {
  if (!existsSync(path) || !existsSync(`${path}.json`)) return false;
  return note.parse(JSON.parse(readFileSync(`${path}.json`, 'utf8'))).bytes === statSync(path).size;
}

function chosenBefore(choice: string): string | undefined {
  return existsSync(choice) ? readFileSync(choice, 'utf8') : undefined;
}

const listing = z.array(z.object({ type: z.string(), path: z.string() }));

/** The one GGUF of a repository that is of the quantisation asked for. */
async function choose({ endpoint, request }: Hub, { repository, revision, quantisation = '' }: HubReference) {
  const { response } = await request(`${endpoint}/api/models/${repository}/tree/${revision}?recursive=true`);
  const files = listing
    .parse(await response.json())
    .map(({ path }) => path)
    .filter((path) => path.endsWith('.gguf') && !path.split('/').includes('..'));
  const wanted = new RegExp(`(^|[^A-Za-z0-9])${quantisation}\\.gguf$`, 'i');
  const fitting = quantisation ? files.filter((path) => wanted.test(path)) : files;
  if (fitting.length === 1) return fitting[0]!;
  const list = files.length ? `It has ${files.join(', ')}.` : 'It has no GGUF file.';
  throw new UserError(
    `${repository} has ${fitting.length} files of quantisation ${quantisation || '(any)'}. ${list}`,
    'Name one file, as in hf:owner/repository/file.gguf.',
  );
}

async function describe(
  { endpoint, request }: Hub,
  { repository, revision }: HubReference,
  file: string,
): Promise<Remote> {
  const url = `${endpoint}/${repository}/resolve/${revision}/${file.split('/').map(encodeURIComponent).join('/')}`;
  // A large file is answered by a redirect to its storage, which carries its size and SHA-256.
  const { response } = await request(url, {
    method: 'HEAD',
    enough: (r) => r.ok || r.headers.has('x-linked-etag'),
  });
  const { headers } = response;
  const etag = headers.get('x-linked-etag') ?? headers.get('etag') ?? '';
  const bytes = Number(headers.get('x-linked-size') ?? headers.get('content-length'));
  if (!Number.isInteger(bytes) || bytes <= 0)
    throw new UserError(`${url} has no size.`, 'Download the file by hand and give its path.');
  const [sha256] = /[0-9a-f]{64}/.exec(etag) ?? [];
  return { url, bytes, etag, sha256 };
}

async function explained<T>(work: () => Promise<T>, { repository }: HubReference): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { cause, message } = error as Error;
    throw new UserError(
      `The model hub could not be asked for ${repository}: ${cause instanceof Error ? cause.message : message}.`,
      'Check the network (HF_ENDPOINT names another hub), or give the path of a file you have.',
      { cause: error },
    );
  }
}
