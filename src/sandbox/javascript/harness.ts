/**
 * The one script that runs inside QuickJS before a strategy does. It takes what it needs of the built-ins into its own
 * scope, so that nothing a strategy does to prototypes, getters or proxies reaches it; it makes `df`, calls the
 * strategy, and writes the answer into one ArrayBuffer of its own. Only that buffer is read from outside.
 *
 * Layout of the buffer: status (uint32), then
 * - OK: missing, rounded, clipped (uint32 each), n int8;
 * - else: length of the text (uint32), its UTF-16 code units (uint16 each).
 */
export const STATUS = { ok: 0, badOutput: 1, threw: 2, empty: 3 } as const;

/** Bytes of the answer to a strategy over n bars with texts of at most `text` code units. */
export function answerBytes(n: number, text: number): number {
  return 16 + Math.max(Math.ceil(n / 4) * 4, text * 2);
}

/** Evaluates to `(columns, n, dates, text) => { answer, call(strategy), report(thrown) }`; dates are joined by commas. */
export const HARNESS = String.raw`
(function () {
  'use strict';
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const { apply, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { charCodeAt, split } = String.prototype;
  const viewLength = getOwnPropertyDescriptor(getPrototypeOf(Int8Array.prototype), 'length').get;
  const Text = String, Plain = Date, F64 = Float64Array, U32 = Uint32Array, U16 = Uint16Array, I8 = Int8Array;
  const Wrong = Error;

  // No clock and no chance: Date knows only the instants it is told, and Math.random says so.
  const Fixed = function Date(...parts) {
    if (!new.target) return new Plain(0).toString();
    return Reflect.construct(Plain, parts.length === 0 ? [0] : parts, new.target);
  };
  Object.defineProperty(Fixed, 'length', { value: 7 });
  Fixed.prototype = Plain.prototype;
  Fixed.parse = Plain.parse;
  Fixed.UTC = Plain.UTC;
  Fixed.now = () => 0;
  Plain.prototype.constructor = Fixed;
  globalThis.Date = Fixed;
  Math.random = function random() {
    throw new Wrong('Math.random is not available: a strategy is deterministic');
  };
  for (const name of ['SharedArrayBuffer', 'Atomics', 'WebAssembly', 'WeakRef', 'FinalizationRegistry', 'performance'])
    delete globalThis[name];

  return function (columns, n, dates, textLength) {
    const answer = new ArrayBuffer(16 + (n > textLength * 2 ? n + 3 - ((n + 3) % 4) : textLength * 2));
    const head = new U32(answer, 0, 4);
    const signal = new I8(answer, 16, n);
    const units = new U16(answer, 8, textLength);
    head[0] = 3;

    const column = (which) => {
      const from = new F64(columns, which * n * 8, n);
      const to = [];
      for (let i = 0; i < n; i++) to[i] = from[i];
      return to;
    };
    const date = n > 0 ? apply(split, dates, [',']) : [];
    const df = { length: n, date, open: column(0), high: column(1), low: column(2), close: column(3), volume: column(4) };

    const fail = (status, text) => {
      const length = text.length < textLength ? text.length : textLength;
      head[0] = status;
      head[1] = length;
      for (let i = 0; i < length; i++) units[i] = apply(charCodeAt, text, [i]);
    };
    const nameOf = (value) => {
      if (value === null) return 'null';
      if (typeof value !== 'object') return typeof value === 'undefined' ? 'undefined' : 'a ' + typeof value;
      return isArray(value) ? 'an array' : 'an object';
    };
    const report = (thrown) => {
      let text = nameOf(thrown) + ' was thrown';
      try {
        if (typeof thrown === 'object' && thrown !== null) {
          const name = thrown.name, message = thrown.message;
          if (typeof message === 'string') text = (typeof name === 'string' ? name + ': ' : '') + message;
        } else if (typeof thrown !== 'function' && typeof thrown !== 'symbol') text = Text(thrown);
      } catch {}
      fail(2, text);
    };
    const lengthOf = (value) => {
      if (isArray(value)) return value.length;
      return isView(value) ? apply(viewLength, value, []) : undefined;
    };
    const read = (value) => {
      let length;
      try { length = lengthOf(value); } catch {}
      if (length === undefined) return fail(1, nameOf(value) + ' was returned, expected an array of numbers');
      if (length !== n) return fail(1, 'length ' + (typeof length === 'number' ? length : 'unknown') + ', expected ' + n);
      let missing = 0, rounded = 0, clipped = 0;
      for (let i = 0; i < n; i++) {
        const v = value[i];
        if (v === undefined || v === null || v !== v) { missing++; signal[i] = 0; continue; }
        if (typeof v !== 'number') return fail(1, 'element ' + i + ' is ' + nameOf(v) + ', expected a number');
        let size = v < 0 ? -v : v;
        const part = size % 1; // NaN for Infinity, which is clipped and not rounded
        if (part > 0) { rounded++; size = size - part + (part >= 0.5 ? 1 : 0); }
        if (size > 1) { clipped++; size = 1; }
        signal[i] = v < 0 ? -size : size;
      }
      head[0] = 0; head[1] = missing; head[2] = rounded; head[3] = clipped;
    };
    const call = (strategy) => {
      let value;
      try { value = strategy(df); read(value); } catch (thrown) { report(thrown); }
    };
    return { answer, call, report };
  };
})()`;
