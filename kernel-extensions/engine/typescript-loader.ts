/** Module hooks that let cells import local TypeScript files; registered with the first such import. */
import { existsSync, readFileSync } from 'node:fs';
import type { LoadHook, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ENDINGS = ['.ts', '.mts', '/index.ts'];

/** Relative imports of a TypeScript file find TypeScript files, and the edit that it was loaded for goes on to them. */
export const resolve: ResolveHook = (specifier, context, next) => {
  const parent = context.parentURL ? new URL(context.parentURL) : undefined;
  if (!parent || !isTypeScript(parent) || !/^\.{1,2}\//.test(specifier)) return next(specifier, context);
  const plain = new URL(specifier, parent);
  const candidates = [
    plain.href,
    ...ENDINGS.map((e) => plain.href + e),
    plain.href.replace(/\.(m?)js$/, '.$1ts'),
  ];
  const found = candidates.find((c) => existsSync(fileURLToPath(c)) && /\.\w+$/.test(c));
  if (!found) return next(specifier, context);
  const url = new URL(found);
  if (isTypeScript(url)) {
    url.search = parent.search;
    return { url: url.href, format: 'module', shortCircuit: true };
  }
  return next(url.href, context);
};

export const load: LoadHook = (url, context, next) => {
  const at = new URL(url);
  if (!isTypeScript(at)) return next(url, context);
  const fileName = fileURLToPath(at);
  const { outputText } = ts.transpileModule(readFileSync(fileName, 'utf8'), {
    fileName,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, inlineSourceMap: true },
  });
  return { format: 'module', source: outputText, shortCircuit: true };
};

function isTypeScript(url: URL): boolean {
  return url.protocol === 'file:' && /\.m?ts$/.test(url.pathname) && !url.pathname.includes('/node_modules/');
}
