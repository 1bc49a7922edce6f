/** Writing a run: a folder of immutable evidence, appended to record by record. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, sha256 } from '../../base/digest.js';
import { UserError } from '../../base/errors.js';
import { writeAtomic } from '../../base/files.js';
import type { Manifest, UnitRecord, UnitTimings } from '../types.js';
import { writeBlob } from './blobs.js';
import { ChainError, formatLine, readChain } from './chain.js';
import { lockRun } from './lock.js';
import { dropAllWaiting, dropWaiting, putAside, readWaiting, type Finished } from './waiting.js';

export interface RunWriter {
  readonly folder: string;
  /** True when a torn last line was found and dropped. */
  readonly mended: boolean;
  blob(data: string | Uint8Array): string;
  /** True when the unit has a record, or waits for those before it to have theirs. */
  has(index: number): boolean;
  /** Units that need not be computed again. */
  readonly kept: number;
  /**
   * Keeps a finished unit, flushed to disk. Records are written in unit order, so that an interrupted run ends with the bytes of
   * an undisturbed one: a unit before its turn waits beside them.
   */
  add(record: UnitRecord, timings: UnitTimings): void;
  close(): void;
}

/**
 * Starts the run in `folder`, or goes on with it.
 * @throws UserError when another process writes it, when its manifest differs, or when a line was changed
 */
export function writeRun(folder: string, manifest: Manifest): RunWriter {
  mkdirSync(folder, { recursive: true });
  const unlock = lockRun(folder);
  try {
    const origin = writeManifest(folder, manifest);
    const path = join(folder, 'records.jsonl');
    const chain = readRecords(path, origin);
    const file = openSync(path, existsSync(path) ? 'r+' : 'w+');
    if (chain.torn) ftruncateSync(file, chain.length);
    const timings = openSync(join(folder, 'timings.jsonl'), 'a');
    const waiting = readWaiting(folder, origin, chain.records.length);
    let { head, length } = chain;
    let next = chain.records.length;
    const append = ({ record, timings: cost }: Finished) => {
      const { line, hash } = formatLine(head, record);
      appendWhole(file, Buffer.from(line), length);
      head = hash;
      length += Buffer.byteLength(line);
      next += 1;
      writeSync(timings, `${JSON.stringify(cost)}\n`);
    };
    const appendDue = () => {
      for (let due = waiting.get(next); due; due = waiting.get(next)) {
        append(due);
        dropWaiting(folder, due.record.index);
        waiting.delete(due.record.index);
      }
      if (next === manifest.units.length) dropAllWaiting(folder);
    };
    guard(folder, appendDue);
    return {
      folder,
      has: (index) => index < next || waiting.has(index),
      get kept() {
        return next + waiting.size;
      },
      mended: chain.torn,
      blob: (data) => guard(folder, () => writeBlob(folder, data)),
      add(record, cost) {
        const { index } = record;
        if (index < next || waiting.has(index)) throw new Error(`record ${index} was added before`);
        const finished = { record, timings: cost };
        guard(folder, () => {
          if (index === next) append(finished);
          else {
            putAside(folder, origin, finished);
            waiting.set(index, finished);
          }
          appendDue();
        });
      },
      close() {
        closeSync(file);
        closeSync(timings);
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** @returns the digest of the manifest's bytes, where the chain begins */
function writeManifest(folder: string, manifest: Manifest): string {
  const text = `${canonicalJson(manifest)}\n`;
  const path = join(folder, 'manifest.json');
  if (!existsSync(path)) guard(folder, () => writeAtomic(path, text));
  else if (readFileSync(path, 'utf8') !== text) {
    throw new UserError(
      `${path} is not the manifest of this study.`,
      'Restore it, or move the folder away to start the run anew.',
    );
  }
  return sha256(text);
}

function readRecords(path: string, origin: string) {
  try {
    return readChain(existsSync(path) ? readFileSync(path) : Buffer.alloc(0), origin);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new UserError(
      `${path}:${error.line}: the line ${error.reason}.`,
      'Restore the file, or move the folder away to start the run anew.',
    );
  }
}

/** All of it or nothing: what a full disk left behind is cut off again. */
function appendWhole(file: number, bytes: Buffer, at: number): void {
  try {
    for (let done = 0; done < bytes.length;)
      done += writeSync(file, bytes, done, bytes.length - done, at + done);
    fsyncSync(file);
  } catch (error) {
    ftruncateSync(file, at);
    throw error;
  }
}

function guard<T>(folder: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
      throw new UserError(
        `The disk is full: ${folder} could not be written (${code}).`,
        'Free some space and run the study again: it goes on where it stopped.',
        { cause: error },
      );
    }
    throw error;
  }
}
