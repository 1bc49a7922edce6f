/** Starts a kernel as Jupyter does: free ports, a connection file, a process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConnection, type Connection } from '../transport/connection.js';

export interface KernelProcess {
  readonly connection: Connection;
  readonly child: ChildProcess;
  /** What the process itself wrote, outside any cell: for error messages. */
  log(): string;
  /** Resolves when the process has ended and its connection file is gone. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

export interface ProcessOptions {
  /** The command, with `{connection_file}` where the path goes, as in a kernel.json. */
  readonly argv: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export async function spawnKernel({ argv, cwd, env = process.env }: ProcessOptions): Promise<KernelProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-'));
  const file = join(folder, 'connection.json');
  const [shell_port, iopub_port, stdin_port, control_port, hb_port] = await freePorts(5);
  const text = JSON.stringify({
    ...{ transport: 'tcp', ip: '127.0.0.1', key: randomUUID(), signature_scheme: 'hmac-sha256' },
    ...{ shell_port, iopub_port, stdin_port, control_port, hb_port },
  });
  writeFileSync(file, text, { mode: 0o600 });
  const [command = process.execPath, ...args] = argv.map((arg) => arg.replace('{connection_file}', file));
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (written = (written + bytes.toString()).slice(-10_000)));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) => {
    child.on('error', (error) => (written += error.message));
    child.on('close', (code, signal) => {
      rmSync(folder, { recursive: true, force: true });
      done({ code, signal });
    });
  });
  return { connection: parseConnection(text), child, log: () => written, ended };
}

/** Ports that are free now; another process could take one before the kernel does, as with every Jupyter client. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}
