/** Content digests. Everything that is cached or bound is named by the SHA-256 of its bytes or of its canonical JSON. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** SHA-256 in lower-case hex. */
export type Digest = string;

export function sha256(data: string | Uint8Array): Digest {
  return createHash('sha256').update(data).digest('hex');
}

export async function sha256File(path: string): Promise<Digest> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

/** JSON with sorted keys, no white space, and no undefined members: equal values give equal bytes. Throws on NaN and Infinity. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, v]) => v !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, v]) => `${JSON.stringify(k)}:${canonicalJson(v)}`);
  return `{${members.join(',')}}`;
}

export function digestJson(value: unknown): Digest {
  return sha256(canonicalJson(value));
}
