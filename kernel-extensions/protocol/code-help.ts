/** Completion, inspection and completeness of code: the engine's answers in the protocol's terms. */
import { blankMagics, cellMagic } from '../magics/expand.js';
import { findMagic, registeredMagics } from '../magics/registry.js';
import type { Json } from '../transport/message.js';
import type { CellEngine } from '../types.js';
import { toCodePoints, toUnits } from './code-points.js';

export function complete(engine: CellEngine, content: Json): Json {
  const code = String(content['code'] ?? '');
  const cursor = toUnits(code, Number(content['cursor_pos'] ?? Infinity));
  const { matches, start, end, details } =
    magicCompletions(code, cursor) ?? engine.complete(blankMagics(code), cursor);
  const [cursor_start, cursor_end] = [toCodePoints(code, start), toCodePoints(code, end)];
  const types = details.map((d) => ({ start: cursor_start, end: cursor_end, ...d }));
  return {
    status: 'ok',
    matches,
    cursor_start,
    cursor_end,
    metadata: { _jupyter_types_experimental: types },
  };
}

/** `%ti` at the start of a line: names of magics. */
function magicCompletions(code: string, cursor: number): ReturnType<CellEngine['complete']> | null {
  const lineStart = code.lastIndexOf('\n', cursor - 1) + 1;
  const typed = /^%%?\w*$/.exec(code.slice(lineStart, cursor))?.[0];
  if (!typed) return null;
  const forms = registeredMagics().flatMap((m) => [
    ...(m.line || m.rewrite ? [`%${m.name}`] : []),
    ...(m.cell && lineStart === 0 ? [`%%${m.name}`] : []),
  ]);
  const matches = forms.filter((form) => form.startsWith(typed));
  const details = matches.map((text) => ({ text, type: 'magic' }));
  return { matches, start: lineStart, end: cursor, details };
}

export function inspect(engine: CellEngine, content: Json): Json {
  const code = String(content['code'] ?? '');
  const cursor = toUnits(code, Number(content['cursor_pos'] ?? Infinity));
  const name = magicAt(code, cursor);
  const found = name
    ? { signature: `%${name}`, documentation: findMagic(name)?.help ?? '' }
    : engine.inspect(blankMagics(code), cursor, content['detail_level'] === 1 ? 1 : 0);
  if (!found) return { status: 'ok', found: false, data: {}, metadata: {} };
  const { signature, documentation } = found;
  const data = {
    'text/plain': [signature, documentation].filter(Boolean).join('\n\n'),
    'text/markdown': ['```typescript\n' + signature + '\n```', documentation].filter(Boolean).join('\n\n'),
  };
  return { status: 'ok', found: true, data, metadata: {} };
}

function magicAt(code: string, cursor: number): string | null {
  const lineStart = code.lastIndexOf('\n', cursor - 1) + 1;
  const match = /^%%?(\w+)/.exec(code.slice(lineStart));
  return match && cursor - lineStart <= match[0].length && findMagic(match[1] as string)
    ? (match[1] as string)
    : null;
}

/** A magic cell ends with an empty line. */
export function isComplete(engine: CellEngine, content: Json): Json {
  const code = String(content['code'] ?? '');
  if (cellMagic(code))
    return /\n[ \t]*$/.test(code) ? { status: 'complete' } : { status: 'incomplete', indent: '' };
  return { ...engine.isComplete(blankMagics(code)) };
}
