/** What cells get that `import "tslab"`: its display functions, on this kernel's displays. */
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { display, type DisplayHandle } from './displays/display.js';
import { html, mime, type Rich } from './displays/rich.js';

const TYPES = {
  javascript: 'text/javascript',
  html: 'text/html',
  markdown: 'text/markdown',
  latex: 'text/latex',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  pdf: 'application/pdf',
  text: 'text/plain',
} as const;

type TslabDisplay = Record<keyof typeof TYPES, (content: string | Uint8Array) => void> & {
  raw(type: string, content: string | Uint8Array): void;
};

function tslabDisplay(raw: TslabDisplay['raw']): TslabDisplay {
  const named = Object.entries(TYPES).map(([name, type]) => [
    name,
    (content: string | Uint8Array) => raw(type, content),
  ]);
  return { ...(Object.fromEntries(named) as Omit<TslabDisplay, 'raw'>), raw };
}

function rich(type: string, content: string | Uint8Array): Rich {
  return type === TYPES.html ? html(String(content)) : mime({ [type]: content });
}

const { version: tslab } = createRequire(import.meta.url)('tslab/package.json') as { version: string };

export const tslabModule = {
  display: tslabDisplay((type, content) => void display(rich(type, content))),

  /** A display whose later contents replace the first. */
  newDisplay(): TslabDisplay {
    const id = randomBytes(8).toString('hex');
    let handle: DisplayHandle | undefined;
    return tslabDisplay((type, content) => {
      const value = rich(type, content);
      if (handle) handle.update(value);
      else handle = display(value, { id });
    });
  },

  versions: { tslab, node: process.version },
};
