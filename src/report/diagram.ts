/** Drawn diagrams: boxes, arrows and words as SVG, in the figures' fonts and inks. Coordinates are CSS pixels. */
import { escapeHtml } from './markup.js';
import { GREY, INK, SANS } from './style.js';

const FONT = `font-family="'${SANS}', 'Fides Symbols'"`;

export function svg(width: number, height: number, parts: readonly string[]): string {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`;
  return `${open}${parts.join('')}</svg>`;
}

interface TextStyle {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly weight?: 400 | 600;
  readonly size?: number;
  readonly grey?: boolean;
}

export function text(
  x: number,
  y: number,
  words: string,
  { anchor = 'middle', weight = 400, size = 11, grey = false }: TextStyle = {},
): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" ${FONT} font-size="${size}" font-weight="${weight}" fill="${grey ? GREY : INK}">${escapeHtml(words)}</text>`;
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A box with a title and words under it, broken into lines that fit. */
export function box(
  { x, y, width, height }: Rectangle,
  title: string,
  words: string,
  { dashed = false, grey = false } = {},
): string {
  const middle = x + width / 2;
  const lines = broken(words, width - 12);
  const top = y + height / 2 - (lines.length * 13) / 2;
  const ink = grey ? GREY : INK;
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" fill="none" stroke="${ink}" stroke-width="0.8"${dashed ? ' stroke-dasharray="4 2.5"' : ''}/>`,
    text(middle, top + 2, title, { weight: 600, size: 11.5, grey }),
    ...lines.map((line, i) => text(middle, top + 16 + 13 * i, line, { size: 10, grey: true })),
  ].join('');
}

/** Breaks at spaces; 5.1 px is the mean width of a letter of the sans at 10 px, on the generous side. */
function broken(words: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && (last.length + 1 + word.length) * 5.1 <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** An arrow; its head is drawn, not a marker, so that no id can clash. */
export function connect(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  { dashed = false } = {},
): string {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const head = (turn: number) =>
    `${(x2 - 7 * Math.cos(angle + turn)).toFixed(2)},${(y2 - 7 * Math.sin(angle + turn)).toFixed(2)}`;
  return [
    `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${INK}" stroke-width="0.8"${dashed ? ' stroke-dasharray="4 2.5"' : ''}/>`,
    `<polygon points="${x2},${y2} ${head(0.4)} ${head(-0.4)}" fill="${INK}"/>`,
  ].join('');
}
