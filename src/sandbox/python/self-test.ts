/** Python strategies run only where a confined process was seen to be denied forks, threads, sockets and files. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../base/errors.js';
import { frame } from '../frames.js';
import type { Pool } from '../pool.js';
import { SELF_TEST, SELF_TEST_ANSWER } from '../wire.js';
import { PYTHON_MEND } from './enclosure.js';

const LIMIT_MS = 10_000;

/** Throws UserError when a child of the pool cannot start or can do what it must not. */
export async function selfTest(pool: Pool): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fides-self-test-'));
  const file = join(folder, 'written');
  let contacts = 0;
  const canary = createServer((socket) => void (contacts++, socket.destroy()));
  await once(canary.listen(0, '127.0.0.1'), 'listening');
  try {
    const worked = await attempt(pool, (canary.address() as AddressInfo).port, file);
    if (contacts > 0 && !worked.includes('socket')) worked.push('socket');
    if (existsSync(file) && !worked.includes('file')) worked.push('file');
    if (worked.length > 0)
      throw new UserError(
        `Python strategies are refused: the self-test of the sandbox found that it does not deny: ${worked.join(', ')}.`,
        PYTHON_MEND,
      );
  } finally {
    canary.close();
    rmSync(folder, { recursive: true });
  }
}

/** What worked although it must not. */
async function attempt(pool: Pool, port: number, file: string): Promise<string[]> {
  const child = await pool.acquire().catch((error: Error) => {
    throw new UserError(`Python strategies are refused: ${error.message}`, PYTHON_MEND, { cause: error });
  });
  const where = Buffer.alloc(2);
  where.writeUInt16LE(port);
  let answer = '';
  const ending = await child.exchange({
    send: [frame(SELF_TEST, where, Buffer.from(file))],
    cap: 1000,
    stepMs: LIMIT_MS,
    until: Infinity,
    take: ({ kind, body }) => {
      if (kind === SELF_TEST_ANSWER) answer = body.toString('utf8');
      return true;
    },
  });
  pool.release(child, ending.how === 'done');
  const [tried, ...worked] = answer.trim().split(' ');
  return tried === 'tried' ? worked : ['anything (the self-test itself did not finish)'];
}
