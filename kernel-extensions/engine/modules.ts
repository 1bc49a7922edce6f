/** Loads modules for cells: from the working folder first, then from the kernel's own package. */
import { readFileSync, statSync } from 'node:fs';
import Module, { createRequire, register } from 'node:module';
import { extname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface Modules {
  import(specifier: string, options?: ImportCallOptions): Promise<object>;
  require: NodeJS.Require;
  meta: ImportMeta;
}

type Import = (specifier: string, options?: ImportCallOptions) => Promise<object>;

/** `lastEdit` changes when a local TypeScript file does, so that importing it again loads the new text. */
export function createModules(
  cwd: string,
  provided: Readonly<Record<string, object>>,
  lastEdit: () => number,
): Modules {
  const standing = join(cwd, 'cell.cjs');
  const importThere = importFrom(standing);
  const fromCwd = createRequire(standing);
  const fromHere = createRequire(import.meta.url);

  const requireModule = (id: string): unknown => {
    if (Object.hasOwn(provided, id)) return provided[id];
    try {
      return fromCwd(id) as unknown;
    } catch (error) {
      if (!isMissing(error, standing, 'MODULE_NOT_FOUND')) throw error;
      return fromHere(id) as unknown;
    }
  };

  const importModule: Import = async (specifier, options) => {
    specifier = String(specifier);
    if (Object.hasOwn(provided, specifier)) return provided[specifier]!;
    const file = localFile(specifier, cwd);
    if (file !== undefined) return importFile(file, importThere, lastEdit(), options);
    if (specifier.endsWith('.json')) return jsonModule(resolveEither(specifier, fromCwd, fromHere));
    try {
      return await importThere(specifier, options);
    } catch (error) {
      if (!isMissing(error, standing, 'ERR_MODULE_NOT_FOUND')) throw error;
      return (await (options ? import(specifier, options) : import(specifier))) as object;
    }
  };

  return {
    import: importModule,
    require: Object.assign(requireModule, fromCwd) as NodeJS.Require,
    meta: {
      url: pathToFileURL(join(cwd, 'cell.mts')).href,
      filename: join(cwd, 'cell.mts'),
      dirname: cwd,
      resolve: (specifier: string) => {
        const file = localFile(specifier, cwd);
        return file
          ? pathToFileURL(file).href
          : pathToFileURL(resolveEither(specifier, fromCwd, fromHere)).href;
      },
    },
  };
}

/**
 * An `import()` that resolves as if it stood in the file, which need not exist. A module compiled by hand has one;
 * vm's loader constant does the same but warns that it is experimental.
 */
function importFrom(file: string): Import {
  const standing = new Module(file) as NodeJS.Module & { _compile(code: string, file: string): void };
  standing.filename = file;
  standing._compile('module.exports = (specifier, options) => import(specifier, options);', file);
  return standing.exports as Import;
}

/** Whether it is the module itself that was not found from the cell, rather than one that it imports. */
function isMissing(error: unknown, standing: string, code: string): boolean {
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).code !== code) return false;
  return error.message.includes(`imported from ${standing}`) || error.message.includes(`- ${standing}`);
}

function resolveEither(specifier: string, first: NodeJS.Require, second: NodeJS.Require): string {
  try {
    return first.resolve(specifier);
  } catch {
    return second.resolve(specifier);
  }
}

const ENDINGS = ['', '.ts', '.mts', '.js', '.mjs', '.json', '/index.ts', '/index.js'];

/** The file that a relative or absolute specifier means; './x' and './x.js' find x.ts as TypeScript does. */
function localFile(specifier: string, cwd: string): string | undefined {
  if (!/^(\.{0,2}\/|file:)/.test(specifier) && !isAbsolute(specifier)) return undefined;
  const path = specifier.startsWith('file:') ? fileURLToPath(specifier) : resolve(cwd, specifier);
  const candidates = [...ENDINGS.map((ending) => path + ending), path.replace(/\.(m?)js$/, '.$1ts')];
  return candidates.find((c) => statSync(c, { throwIfNoEntry: false })?.isFile()) ?? path;
}

async function importFile(
  file: string,
  load: Import,
  lastEdit: number,
  options?: ImportCallOptions,
): Promise<object> {
  const ending = extname(file);
  if (ending === '.json') return jsonModule(file);
  const url = pathToFileURL(file);
  if (ending !== '.ts' && ending !== '.mts') return load(url.href, options);
  registerTypeScript();
  url.searchParams.set('edit', String(Math.max(lastEdit, statSync(file).mtimeMs)));
  return load(url.href);
}

/** Read anew each time, so that a cell that is run again sees the file as it is. */
function jsonModule(file: string): object {
  return { default: JSON.parse(readFileSync(file, 'utf8')) as unknown };
}

let registered = false;

function registerTypeScript(): void {
  if (registered) return;
  registered = true;
  register('./typescript-loader.js', import.meta.url);
}
