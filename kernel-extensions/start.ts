import { readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cellOf, currentCell, followCells } from './attribution.js';
import { registerBuiltinDisplays } from './displays/builtin.js';
import { ambient, installGlobals } from './globals.js';
import { registerBuiltinMagics } from './magics/builtin.js';
import { Kernel } from './protocol/kernel.js';
import { kernelInfo } from './protocol/info.js';
import { tslabModule } from './tslab-module.js';
import { prepareTermination } from './transport/async-stack.js';
import { parseConnection } from './transport/connection.js';
import { TransportHost } from './transport/host.js';

export interface KernelStart {
  /** The text of a Jupyter connection file. */
  readonly connection: string;
  /** Modules, by path or package name; each may export `extendKernel()`, which registers magics and displays. */
  readonly extensions?: readonly string[];
  /** Folder that cells import from; the working folder by default. */
  readonly cwd?: string;
  /** What cells get that import `fides/kernel`. */
  readonly face: object;
}

/** Makes this process a Jupyter kernel: it takes over standard output, signals and process.exit. */
export async function startKernel({
  connection,
  extensions = [],
  cwd = process.cwd(),
  face,
}: KernelStart): Promise<void> {
  const leave = process.exit.bind(process);
  const kernel: Kernel = new Kernel(
    () => host,
    onceLoaded(extensions, cwd),
    () => leave(0),
  );
  const waiting: Parameters<Kernel['receive']>[0][] = [];
  let receive: Kernel['receive'] = (message) => void waiting.push(message);
  const host = new TransportHost(
    parseConnection(connection),
    kernelInfo(version()),
    (message) => receive(message),
    (error) => {
      writeSync(2, `The kernel's transport failed: ${error.stack ?? error.message}\n`);
      leave(1);
    },
  );
  const { createEngine } = await import('./engine/index.js'); // takes its time: the sockets answer meanwhile
  registerBuiltinDisplays();
  registerBuiltinMagics();
  const engine = createEngine({
    cwd,
    provided: { 'fides/kernel': face, tslab: tslabModule },
    ambient,
    enter: kernel.enter,
  });
  kernel.start(engine);
  takeOver(kernel);
  followCells();
  prepareTermination();
  receive = (message) => kernel.receive(message);
  for (const message of waiting) receive(message);
}

function takeOver(kernel: Kernel): void {
  installGlobals(kernel);
  process.on('SIGINT', () => kernel.sigint());
  process.on('uncaughtException', (error) => kernel.failed(error, currentCell()));
  process.on('unhandledRejection', (reason, promise) => kernel.failed(reason, cellOf(promise)));
}

/** Imports the extensions on the first call and lets each add what it has. */
function onceLoaded(extensions: readonly string[], cwd: string): () => Promise<void> {
  const locate = (specifier: string) => {
    const file = /^(\.|\/|[A-Za-z]:)/.test(specifier)
      ? resolve(cwd, specifier)
      : createRequire(import.meta.url).resolve(specifier);
    return pathToFileURL(file).href;
  };
  const load = async (specifier: string) => {
    const { extendKernel } = (await import(locate(specifier))) as { extendKernel?: () => void };
    extendKernel?.();
  };
  let loading: Promise<unknown> | undefined;
  return async () => {
    loading ??= Promise.all(extensions.map(load));
    await loading;
  };
}

function version(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
