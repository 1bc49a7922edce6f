/**
 * How values become outputs. A display says which values are its own and renders them to MIME types; the latest
 * registered that matches wins, and a value's own hook goes before all.
 */
import { inspect } from 'node:util';

/** One output in several forms; a client shows the richest it knows. Binary forms are base64. */
export interface Bundle {
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface Display<T = unknown> {
  readonly name: string;
  matches(value: unknown): value is T;
  render(value: T): Bundle | Promise<Bundle>;
  /** What to show at once while `render` is under way; the rest is added when it is there. */
  preview?(value: T): Bundle;
}

/** A value with this method renders itself: it returns a record of MIME types, as in Deno's kernel. */
export const displayHook: unique symbol = Symbol.for('Jupyter.display');

const displays: Display[] = [];

export function registerDisplay<T>(display: Display<T>): void {
  displays.unshift(display as Display);
}

export function registeredDisplays(): readonly Display[] {
  return displays;
}

/** Every rendering has a plain form, added here when the display gave none. A display that throws falls back to it. */
export function render(value: unknown): Bundle | Promise<Bundle> {
  try {
    const bundle = renderRich(value);
    return bundle instanceof Promise
      ? bundle.then(
          (rich) => withPlain(rich, value),
          (error: unknown) => fallback(value, error),
        )
      : withPlain(bundle, value);
  } catch (error) {
    return fallback(value, error);
  }
}

/** The form to show at once, or null when `render` is at once itself or has none. */
export function preview(value: unknown): Bundle | null {
  if (hookOf(value)) return null;
  const display = displays.find((d) => d.matches(value));
  return display?.preview ? withPlain(display.preview(value), value) : null;
}

function renderRich(value: unknown): Bundle | Promise<Bundle> {
  const hook = hookOf(value);
  if (hook) {
    const data = hook.call(value);
    return data instanceof Promise ? data.then(asBundle) : asBundle(data);
  }
  const display = displays.find((d) => d.matches(value));
  return display ? display.render(value) : { data: {} };
}

function hookOf(value: unknown): (() => unknown) | null {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return null;
  const hook = (value as { [displayHook]?: unknown })[displayHook];
  return typeof hook === 'function' ? (hook as () => unknown) : null;
}

function asBundle(data: unknown): Bundle {
  if (data === null || typeof data !== 'object')
    throw new TypeError('A display hook returns a record of MIME types.');
  return data instanceof RichBundle ? data.bundle : { data: data as Record<string, unknown> };
}

/** A hook may return this to give metadata too. */
export class RichBundle {
  constructor(readonly bundle: Bundle) {}
}

function withPlain(bundle: Bundle, value: unknown): Bundle {
  const data: Record<string, unknown> = {};
  for (const [type, content] of Object.entries(bundle.data)) data[type] = encoded(content);
  if (!('text/plain' in data)) data['text/plain'] = plain(value);
  return { ...bundle, data };
}

function encoded(content: unknown): unknown {
  if (!(content instanceof Uint8Array)) return content;
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64');
}

function fallback(value: unknown, error: unknown): Bundle {
  return { data: { 'text/plain': `${plain(value)}\n(its display failed: ${String(error)})` } };
}

/** As node's own prompt shows a value, to a depth of four and a hundred elements. */
export function plain(value: unknown): string {
  try {
    return inspect(value, { depth: 4, maxArrayLength: 100, maxStringLength: 100_000, breakLength: 100 });
  } catch (error) {
    return `(a value whose inspection failed: ${String(error)})`;
  }
}
