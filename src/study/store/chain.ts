/**
 * The chain of records. A line is canonical JSON {hash, prev, record}: prev is the hash of the line before (of the
 * manifest's bytes for the first), hash = SHA-256(prev + canonical JSON of the record). Any changed byte breaks it.
 */
import { canonicalJson, sha256, type Digest } from '../../base/digest.js';
import type { UnitRecord } from '../types.js';

export interface Chain {
  readonly records: readonly UnitRecord[];
  readonly head: Digest;
  /** Bytes of whole, valid lines; what follows is a torn line. */
  readonly length: number;
  readonly torn: boolean;
}

export class ChainError extends Error {
  override name = 'ChainError';
  constructor(
    readonly line: number,
    readonly reason: string,
  ) {
    super(`line ${line}: ${reason}`);
  }
}

export function formatLine(prev: Digest, record: UnitRecord): { line: string; hash: Digest } {
  const hash = sha256(prev + canonicalJson(record));
  return { line: `${canonicalJson({ hash, prev, record })}\n`, hash };
}

/**
 * Reads records.jsonl. A last line without its newline was torn by a crash and is left out.
 * @throws ChainError naming the first line that was changed, lost or added
 */
export function readChain(bytes: Buffer, origin: Digest): Chain {
  const records: UnitRecord[] = [];
  let head = origin;
  let at = 0;
  for (let end = bytes.indexOf(10, at); end >= 0; end = bytes.indexOf(10, at)) {
    const record = readLine(bytes.toString('utf8', at, end), head, records.length);
    head = record.hash;
    records.push(record.record);
    at = end + 1;
  }
  return { records, head, length: at, torn: at < bytes.length };
}

function readLine(text: string, prev: Digest, index: number): { hash: Digest; record: UnitRecord } {
  const line = index + 1;
  let parsed: { hash?: unknown; prev?: unknown; record?: UnitRecord };
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new ChainError(line, 'is not JSON');
  }
  const { record } = parsed;
  if (typeof record !== 'object' || record === null) throw new ChainError(line, 'holds no record');
  if (parsed.prev !== prev) throw new ChainError(line, 'does not follow the line before it');
  const expected = formatLine(prev, record);
  if (`${text}\n` !== expected.line)
    throw new ChainError(line, 'was changed: its hash does not match its record');
  if (record.index !== index)
    throw new ChainError(line, `holds record ${record.index} where ${index} belongs`);
  return { hash: expected.hash, record };
}
