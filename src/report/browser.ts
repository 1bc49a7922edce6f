/**
 * Finding and starting the browser that sets pages. In this order: an option, PUPPETEER_EXECUTABLE_PATH, Chrome or Chromium
 * on the system, puppeteer's cache, and the Chromium that comes inside an npm package. FIDES_BROWSER=package goes straight to
 * the last, which is the same on every machine: use it for byte-identical reports.
 */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import type { Browser } from 'puppeteer';
import { UserError } from '../base/errors.js';
import { writeAtomic } from '../base/files.js';
import { cacheFolder } from '../base/paths.js';
import { silent, type Progress } from '../base/progress.js';
import { fallbackFolder, fallbackObstacle, unpackFallback } from './fallback.js';
import { packageFolder } from './packages.js';

export type BrowserSource = 'option' | 'environment' | 'system' | 'puppeteer' | 'package';

export interface FoundBrowser {
  readonly source: BrowserSource;
  /** Not there yet when the package's browser still has to be unpacked. */
  readonly executable: string;
}

export interface BrowserOptions {
  /** Path of an executable, or 'package' for the one inside the npm package; FIDES_BROWSER when absent. */
  readonly browser?: string | undefined;
  readonly progress?: Progress | undefined;
  readonly env?: NodeJS.ProcessEnv;
}

const MENDS = [
  'install Chromium or Google Chrome (Debian: apt-get install chromium)',
  'set PUPPETEER_EXECUTABLE_PATH to its executable',
  'pass --browser PATH',
  'run npx puppeteer browsers install chrome',
].join(', or ');

const SYSTEM_NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
const SYSTEM_PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) =>
    process.env[name] ? [join(process.env[name]!, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [],
  ),
};

/** The browser that a render would use; does not start or unpack it. Throws a UserError when there is none. */
export async function findBrowser({
  browser,
  env = process.env,
}: BrowserOptions = {}): Promise<FoundBrowser> {
  const asked = browser ?? env.FIDES_BROWSER;
  if (asked === 'package') return packaged();
  if (asked) return named(asked, 'option', browser ? '--browser' : 'FIDES_BROWSER');
  if (env.PUPPETEER_EXECUTABLE_PATH)
    return named(env.PUPPETEER_EXECUTABLE_PATH, 'environment', 'PUPPETEER_EXECUTABLE_PATH');
  const system = systemBrowser(env);
  if (system) return { source: 'system', executable: system };
  const { default: puppeteer } = await import('puppeteer');
  const cached = await Promise.resolve(puppeteer.executablePath()).catch(() => '');
  if (cached && existsSync(cached)) return { source: 'puppeteer', executable: cached };
  return packaged();
}

/** Starts the browser with no network, no system fonts, and a sandbox unless run as root. The caller closes it. */
export async function launchBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const found = await findBrowser(options);
  const env: NodeJS.ProcessEnv = { ...process.env };
  if (found.source === 'package') {
    const { libraries } = await unpackFallback(options.progress ?? silent);
    env.LD_LIBRARY_PATH = [libraries, env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  }
  if (process.platform === 'linux') env.FONTCONFIG_FILE = fontsConf();
  const start = async (sandbox: boolean) => {
    const { default: puppeteer } = await import('puppeteer');
    return puppeteer.launch({
      executablePath: found.executable,
      headless: 'shell',
      pipe: true,
      protocolTimeout: 300_000,
      env,
      args: sandbox ? FLAGS : [...FLAGS, '--no-sandbox'],
    });
  };
  const root = process.getuid?.() === 0;
  try {
    return await start(!root);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Some systems forbid the namespaces that the sandbox is made of. We open nothing but our own page, without a network.
    if (!root && /sandbox|namespace/i.test(message)) return await start(false);
    throw new UserError(
      `The browser ${found.executable} (found by: ${found.source}) did not start: ${firstLines(message)}.`,
      `To mend it, ${MENDS}; fides doctor shows what is found.`,
      { cause: error },
    );
  }
}

const FLAGS = [
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-lcd-text',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--lang=en-US',
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

function named(path: string, source: BrowserSource, by: string): FoundBrowser {
  if (!isExecutable(path))
    throw new UserError(`${by} names ${path}, which is not an executable file.`, `Correct it, or ${MENDS}.`);
  return { source, executable: path };
}

function packaged(): FoundBrowser {
  const obstacle = fallbackObstacle();
  if (obstacle) throw new UserError(`No browser was found, and ${obstacle}.`, `To mend it, ${MENDS}.`);
  return { source: 'package', executable: join(fallbackFolder(), 'chromium') };
}

function systemBrowser(env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...(SYSTEM_PLACES[process.platform] ?? []), ...onPath].find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * A font configuration that knows one font, KaTeX's Roman: pages bring their own, and what a page lacks must not depend on the
 * machine. With none at all Chromium fails to load embedded fonts too, and draws nothing, without a word.
 */
function fontsConf(): string {
  const folder = cacheFolder('fontconfig', '1');
  const path = join(folder, 'fonts.conf');
  const font = join(packageFolder('katex')!, 'dist', 'fonts', 'KaTeX_Main-Regular.ttf');
  if (existsSync(path)) return path;
  writeAtomic(join(folder, 'fonts', basename(font)), readFileSync(font));
  writeAtomic(
    path,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>
`,
  );
  return path;
}

const firstLines = (text: string) => text.trim().split('\n').slice(0, 3).join(' ').replace(/\.$/, '');
