/** Values that display as themselves: html(...), markdown(...), latex(...), svg(...), image(...), mime(...). */
import { readFileSync } from 'node:fs';
import { displayHook, RichBundle, type Bundle } from './registry.js';

/** A bundle as a value: return it from a cell, or hand it to `display`. */
export class Rich {
  constructor(readonly bundle: Bundle) {}

  [displayHook](): RichBundle {
    return new RichBundle(this.bundle);
  }
}

/** Any MIME types, as they are; bytes become base64. Without a plain form, that names the types. */
export function mime(data: Record<string, unknown>, metadata: Record<string, unknown> = {}): Rich {
  return new Rich({ data: { 'text/plain': `(${Object.keys(data).join(', ')})`, ...data }, metadata });
}

export function html(source: string): Rich {
  return mime({ 'text/html': source, 'text/plain': source.replace(/<[^>]*>/g, '').trim() });
}

export function markdown(source: string): Rich {
  return mime({ 'text/markdown': source, 'text/plain': source });
}

/** TeX with its delimiters: latex('$e^{i\\pi} = -1$'). */
export function latex(source: string): Rich {
  return mime({ 'text/latex': source, 'text/plain': source });
}

export function svg(source: string): Rich {
  return mime({ 'image/svg+xml': source, 'text/plain': '(an SVG image)' });
}

/** Shown as a tree that can be opened and closed, where the client has one. */
export function json(value: unknown): Rich {
  return mime({ 'application/json': value, 'text/plain': JSON.stringify(value, null, 2) });
}

export interface ImageSize {
  /** In CSS pixels; by default the image's own. */
  readonly width?: number;
  readonly height?: number;
}

/** An image from its bytes or from a file: PNG, JPEG, GIF, WebP or SVG. */
export function image(source: Uint8Array | string, size: ImageSize = {}): Rich {
  const bytes = typeof source === 'string' ? readFileSync(source) : source;
  const type = imageType(bytes);
  if (type) return mime({ [type]: bytes, 'text/plain': `(an image, ${type})` }, { [type]: { ...size } });
  const text = Buffer.from(bytes).toString();
  if (/^\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)*<svg[\s>]/.test(text)) return svg(text);
  throw new TypeError('image() takes the bytes or the path of a PNG, JPEG, GIF, WebP or SVG image.');
}

/** By the first bytes of the file; null when it is none of the four. */
export function imageType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.byteLength)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  return null;
}
