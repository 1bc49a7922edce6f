/** Older notebooks to nbformat 4.5, as nbformat's own converters do. */
import { sha256 } from '../../base/digest.js';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Returns a notebook of 4.5, or the value as it is when it is none that can be upgraded. */
export function upgrade(value: unknown): unknown {
  if (!isObject(value)) return value;
  const four = value.nbformat === 3 ? fromThree(value) : value;
  if (four.nbformat !== 4) return four;
  if (typeof four.nbformat_minor === 'number' && four.nbformat_minor >= 5) return four;
  return { ...four, nbformat_minor: 5, cells: withIds(four.cells) };
}

/** 4.5 asks for ids; they are made from place and source, so that upgrading twice gives the same notebook. */
function withIds(cells: unknown): unknown {
  if (!Array.isArray(cells)) return cells;
  return cells.map((cell: unknown, i) =>
    isObject(cell) ? { ...cell, id: sha256(`${i} ${JSON.stringify(cell.source)}`).slice(0, 12) } : cell,
  );
}

/** One worksheet of format 3; heading cells become Markdown, prompt numbers execution counts. */
function fromThree(old: Json): Json {
  const { name: _, ...metadata }: Json = isObject(old.metadata) ? old.metadata : {};
  const cells = objects(old.worksheets).flatMap((sheet) => objects(sheet.cells).map(cellOfThree));
  return { nbformat: 4, nbformat_minor: 4, metadata, cells };
}

function cellOfThree(cell: Json): Json {
  const metadata = isObject(cell.metadata) ? cell.metadata : {};
  if (cell.cell_type === 'code') {
    const count = typeof cell.prompt_number === 'number' ? cell.prompt_number : null;
    const outputs = objects(cell.outputs).map((output) => outputOfThree(output, count));
    return { cell_type: 'code', metadata, source: cell.input ?? '', execution_count: count, outputs };
  }
  if (cell.cell_type === 'heading') {
    const text = Array.isArray(cell.source) ? cell.source.join('') : String(cell.source ?? '');
    const level = typeof cell.level === 'number' ? Math.min(6, Math.max(1, cell.level)) : 1;
    return { cell_type: 'markdown', metadata, source: `${'#'.repeat(level)} ${text.replaceAll('\n', ' ')}` };
  }
  const type = cell.cell_type === 'html' ? 'markdown' : cell.cell_type;
  return { cell_type: type, metadata, source: cell.source ?? '' };
}

const MIME_OF_THREE: Readonly<Record<string, string>> = {
  text: 'text/plain',
  html: 'text/html',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpeg: 'image/jpeg',
  latex: 'text/latex',
  json: 'application/json',
  javascript: 'application/javascript',
  pdf: 'application/pdf',
};

function outputOfThree(output: Json, count: number | null): Json {
  const {
    output_type: type,
    metadata,
    stream,
    text,
    ename,
    evalue,
    traceback,
    prompt_number: number,
    ...rest
  } = output;
  if (type === 'stream')
    return { output_type: 'stream', name: typeof stream === 'string' ? stream : 'stdout', text: text ?? '' };
  if (type === 'pyerr')
    return { output_type: 'error', ename: ename ?? '', evalue: evalue ?? '', traceback: traceback ?? [] };
  const entries = text === undefined ? rest : { ...rest, text };
  const data = Object.fromEntries(
    Object.entries(entries).map(([key, value]) => [MIME_OF_THREE[key] ?? key, value]),
  );
  const common = { data, metadata: isObject(metadata) ? metadata : {} };
  if (type === 'pyout')
    return {
      output_type: 'execute_result',
      execution_count: typeof number === 'number' ? number : count,
      ...common,
    };
  return { output_type: 'display_data', ...common };
}
