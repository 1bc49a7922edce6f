/** A run as the evidence of a report. */
import { digestJson } from '../base/digest.js';
import type { Run, UnitRecord } from '../study/index.js';
import type { EvidenceName } from './types.js';

/** The manifest and the chain of records, which holds the digest of every blob. */
export function runName(run: Run): EvidenceName {
  return { id: run.id, digest: digestJson([run.manifest, run.head]) };
}

/** Reads every blob that the records name. Throws a UserError at the first that is missing or was changed. */
export function checkRun(run: Run): void {
  for (const record of run.records) for (const digest of blobsOf(record)) run.bytes(digest);
}

/** Digests in a record, less those of calls' requests and keys, which name no blob. */
function blobsOf(record: UnitRecord): string[] {
  const found: string[] = [];
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (key !== 'key' && key !== 'request' && /^[0-9a-f]{64}$/.test(value)) found.push(value);
    } else if (value !== null && typeof value === 'object') {
      for (const [name, member] of Object.entries(value)) walk(member, name);
    }
  };
  walk(record, '');
  return found;
}
