/**
 * Runs the probes of a folder of test/sandbox/abuse. A probe is a strategy that tries what its file name says. Its first
 * line names the outcomes that mean it was contained; it throws an error that starts with ESCAPED where it was not.
 */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProcessSandbox } from '#fides/sandbox/sandbox.js';
import type { Pool } from '#fides/sandbox/pool.js';
import type { Language } from 'fides/sandbox';
import * as assert from 'uvu/assert';
import { bars } from './bars.js';

const SECRET = 'a-secret-of-the-parent';
const BARS = bars(100);
/** A decent strategy takes less than this, unless other work keeps the machine busy; limits grow in proportion then. */
const CALM_MS = 100;

export interface Probe {
  readonly name: string;
  readonly expected: readonly string[];
  readonly code: string;
}

export function probes(folder: string): Probe[] {
  const path = join('test/sandbox/abuse', folder);
  return readdirSync(path).map((file) => {
    const code = readFileSync(join(path, file), 'utf8');
    const expected = /^(?:\/\/|#) expect: (.+)/.exec(code)![1]!.split(' ');
    return { name: file.replace(/\.\w+$/, ''), expected, code };
  });
}

/** A sandbox of two children, a file that nobody may write, and a port that nobody may call. */
export class Range {
  sandbox!: ProcessSandbox;
  private deadlineMs!: number;
  private readonly folder = mkdtempSync(join(tmpdir(), 'fides-abuse-'));
  private readonly canary: Server;
  private contacts = 0;
  /** What the last decent strategy took. */
  private goodMillis = 0;

  constructor(
    private readonly language: Language,
    private readonly good: string,
    private readonly leastDeadlineMs: number,
  ) {
    process.env.FIDES_ABUSE_SECRET = SECRET;
    this.canary = createServer((socket) => void (this.contacts++, socket.destroy()));
  }

  /** Starts everything and waits until both children have run a strategy. */
  async open(): Promise<void> {
    await once(this.canary.listen(0, '127.0.0.1'), 'listening');
    this.deadlineMs = Math.max(this.leastDeadlineMs, Math.ceil(10 * (await this.calmMillis())));
    this.sandbox = new ProcessSandbox({ size: 2, deadlineMs: this.deadlineMs });
    await Promise.all([this.runGood(), this.runGood()]);
  }

  /** Runs one probe and then a decent strategy, and checks that nothing happened but what was expected. */
  async contains({ name, code, expected }: Probe): Promise<void> {
    const host = hostState();
    const file = join(this.folder, name);
    const { port } = this.canary.address() as AddressInfo;
    const armed = code
      .replaceAll('__FILE__', file)
      .replaceAll('__PORT__', String(port))
      .replaceAll('__PID__', String(process.pid));
    const busy = Math.max(1, this.goodMillis / CALM_MS);
    const started = performance.now();
    const execution = await this.sandbox.run({ code: armed, language: this.language }, BARS);
    await this.runGood();
    const millis = performance.now() - started;
    const { outcome, detail } = execution;
    assert.ok(expected.includes(outcome), `expected ${expected.join(' or ')}, was ${outcome}: ${detail}`);
    assert.not.match(detail ?? '', /^(\w*Error: )?ESCAPED/);
    assert.not.match(detail ?? '', SECRET);
    if (outcome === 'ok') assert.ok(execution.signal!.every((value) => value === 0));
    assert.not.ok(existsSync(file), 'a file was written');
    assert.is(this.contacts, 0, 'the network was reached');
    assert.equal(hostState(), host, "this process's built-ins were changed");
    const limit = this.deadlineMs + 1000 * busy;
    assert.ok(millis < limit, `the next strategy was answered after ${millis.toFixed()} ms, limit ${limit}`);
  }

  /** Waits until a pool has all its children idle again; fails when it does not within ten seconds. */
  async isWhole(pool: Pool): Promise<void> {
    for (let tries = 0; tries < 100 && pool.ready < pool.size; tries++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    assert.is(pool.ready, pool.size);
  }

  async close(): Promise<void> {
    await this.sandbox.close();
    this.canary.close();
    rmSync(this.folder, { recursive: true });
  }

  /** What a decent strategy takes on this machine as busy as it is, so that the deadline is short and yet fair. */
  private async calmMillis(): Promise<number> {
    const sandbox = new ProcessSandbox({ size: 1, deadlineMs: 60_000 });
    const strategy = { code: this.good, language: this.language };
    await sandbox.run(strategy, BARS);
    const { millis } = await sandbox.run(strategy, BARS);
    await sandbox.close();
    return millis;
  }

  private async runGood(): Promise<void> {
    const started = performance.now();
    const execution = await this.sandbox.run({ code: this.good, language: this.language }, BARS);
    this.goodMillis = performance.now() - started;
    assert.is(execution.outcome, 'ok', execution.detail ?? '');
    assert.equal([...execution.signal!.subarray(0, 5)], [0, 1, 1, 1, 1]);
  }
}

/** What a probe would have to change to have reached this process. */
function hostState(): string[] {
  const kinds = [Object, Array, Function, Promise, Error, Int8Array, Buffer, Date, Math, JSON, Reflect];
  return kinds.flatMap((kind) => [
    ...Reflect.ownKeys(kind).map(String),
    ...('prototype' in kind ? Reflect.ownKeys(kind.prototype as object).map(String) : []),
  ]);
}
