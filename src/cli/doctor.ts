/** What a machine has of what Fides can use, each finding with a mend. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statfsSync } from 'node:fs';
import { promisify } from 'node:util';
import { UserError } from '../base/errors.js';
import { cacheFolder, runsFolder, workspace } from '../base/paths.js';

export interface Finding {
  readonly name: string;
  /** 'missing' stops something; 'limited' works without. */
  readonly state: 'ok' | 'limited' | 'missing';
  readonly found: string;
  /** What to do, when anything is to be done. */
  readonly mend: string | null;
}

/** All checks, in order; none throws. */
export async function examine(): Promise<Finding[]> {
  return [
    node(),
    await browser(),
    await fonts(),
    await gpu(),
    await jupyter(),
    await python(),
    etf(),
    runs(),
    disk(),
  ];
}

const ok = (name: string, found: string): Finding => ({ name, state: 'ok', found, mend: null });
const limited = (name: string, found: string, mend: string): Finding => ({
  name,
  state: 'limited',
  found,
  mend,
});
const missing = (name: string, found: string, mend: string): Finding => ({
  name,
  state: 'missing',
  found,
  mend,
});

const NEEDED_NODE = [20, 19];

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const enough = major > NEEDED_NODE[0]! || (major === NEEDED_NODE[0] && minor >= NEEDED_NODE[1]!);
  return enough
    ? ok('Node', `${process.version} on ${process.platform} ${process.arch}`)
    : missing('Node', process.version, `install Node ${NEEDED_NODE.join('.')} or later from nodejs.org`);
}

/** Started, not only found: a browser may be there and lack a library. */
async function browser(): Promise<Finding> {
  const { findBrowser, launchBrowser } = await import('../report/index.js');
  try {
    const { source, executable } = await findBrowser();
    const started = await launchBrowser();
    const version = await started.version();
    await started.close();
    return ok('Browser', `${version}, ${WHERE[source]}: ${executable}`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return missing('Browser', error.problem, error.mend);
  }
}

const WHERE = {
  option: 'named by FIDES_BROWSER',
  environment: 'named by PUPPETEER_EXECUTABLE_PATH',
  system: 'on this system',
  puppeteer: 'in the cache of puppeteer',
  package: 'inside the npm package',
} as const;

async function fonts(): Promise<Finding> {
  const { missingFontPackages } = await import('../report/index.js');
  const lacking = missingFontPackages();
  return lacking.length === 0
    ? ok('Fonts', 'Source Serif 4, Source Sans 3, Source Code Pro, KaTeX, embedded from npm packages')
    : missing('Fonts', `not installed: ${lacking.join(', ')}`, 'run npm ci again');
}

async function gpu(): Promise<Finding> {
  const { getLlama, LlamaLogLevel } = await import('node-llama-cpp');
  const cpu =
    'models run on the CPU; for a GPU install its driver (CUDA 12 or later, Vulkan, or Metal on a Mac)';
  try {
    const llama = await getLlama({
      gpu: 'auto',
      build: 'never',
      logLevel: LlamaLogLevel.disabled,
      skipDownload: true,
    });
    const names = llama.gpu ? await llama.getGpuDeviceNames() : [];
    await llama.dispose();
    return llama.gpu
      ? ok('GPU', `${llama.gpu}: ${names.join(', ') || 'unnamed'}`)
      : limited('GPU', 'none that llama.cpp can use', cpu);
  } catch (error) {
    const why = (error as Error).message.split('\n')[0];
    return missing(
      'llama.cpp',
      `does not load: ${why}`,
      'run npm ci again on this machine; glibc 2.28 or later is needed',
    );
  }
}

async function jupyter(): Promise<Finding> {
  const version = await output('jupyter', ['--version']);
  if (version === null)
    return limited(
      'Jupyter',
      'not found',
      'not needed to run notebooks (fides notebook run); for the lab: pip install jupyterlab, then npm run lab',
    );
  const lab = /jupyterlab\s*:\s*(\d\S*)/.exec(version)?.[1];
  return lab
    ? ok('Jupyter', `JupyterLab ${lab}`)
    : limited('Jupyter', 'jupyter is here, JupyterLab is not', 'for the lab: pip install jupyterlab');
}

/** Python strategies, as in the paper, run only where bubblewrap can hold them. */
async function python(): Promise<Finding> {
  const name = 'Python strategies';
  const mend = 'only needed for strategies in Python: apt-get install bubblewrap python3-pandas';
  if (process.platform !== 'linux') return limited(name, 'need bubblewrap, which is for Linux', mend);
  const bwrap = await output('bwrap', ['--version']);
  const pandas = await output('/usr/bin/python3', ['-c', 'import pandas; print(pandas.__version__)']);
  if (bwrap && pandas) return ok(name, `${bwrap}, pandas ${pandas}`);
  return limited(
    name,
    [bwrap ? '' : 'no bubblewrap', pandas ? '' : 'no pandas'].filter(Boolean).join(', '),
    mend,
  );
}

const ETFS = ['SPY', 'QQQ', 'IWM', 'EFA', 'TLT', 'GLD', 'XLF', 'XLE'];

function etf(): Finding {
  const name = "The paper's ETFs";
  const fetch =
    '`fides data fetch` gets them; then set FIDES_DATA to their folder. The default study needs none of them';
  const folder = process.env.FIDES_DATA;
  if (!folder) return limited(name, 'FIDES_DATA is not set', fetch);
  if (!existsSync(folder)) return missing(name, `FIDES_DATA names ${folder}, which does not exist`, fetch);
  const files = readdirSync(folder).map((file) => file.toUpperCase());
  const lacking = ETFS.filter((symbol) => !files.some((file) => file.startsWith(symbol)));
  return lacking.length === 0
    ? ok(name, `all eight in ${folder}`)
    : limited(name, `${folder} lacks ${lacking.join(', ')}`, fetch);
}

function runs(): Finding {
  const folder = runsFolder();
  const count = existsSync(folder) ? readdirSync(folder).length : 0;
  return count > 0
    ? ok('Runs', `${count} in ${folder}`)
    : limited('Runs', `none yet in ${folder}`, '`npm run reproduce` or `fides run demo` makes one');
}

function disk(): Finding {
  const { bavail, bsize } = statfsSync(workspace());
  const gigabytes = (bavail * bsize) / 1e9;
  const found = `${gigabytes.toFixed(1)} GB free in ${workspace()}`;
  return gigabytes >= 1
    ? ok('Disk', found)
    : limited('Disk', found, `free 1 GB; caches may be deleted: ${cacheFolder()}`);
}

/** What a program prints, or null when it is not there or fails. */
async function output(program: string, args: readonly string[]): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(program, [...args], { timeout: 20_000 });
    return stdout.trim() || null;
  } catch {
    return null;
  }
}

/** For a terminal: a mark, the name, what was found, and the mend on a line of its own. */
export function formatFinding({ name, state, found, mend }: Finding): string {
  const mark = { ok: 'ok     ', limited: 'limited', missing: 'MISSING' }[state];
  const line = `${mark}  ${name.padEnd(18)} ${found}`;
  return mend === null ? line : `${line}\n${' '.repeat(28)}-> ${mend}`;
}

/** Whether everything that a first report needs is there. */
export const isFit = (findings: readonly Finding[]): boolean =>
  findings.every(({ state }) => state !== 'missing');
