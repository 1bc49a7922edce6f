/** How numbers are printed. */
import type { Format } from './types.js';

/** `digits` places after the point: 0.438. */
export const fixed =
  (digits: number): Format =>
  (value) =>
    zeroSign(rounded(value, digits));

/** With its sign, also above zero: +0.070. Zero has none. */
export const signed =
  (digits: number): Format =>
  (value) => {
    const text = zeroSign(rounded(value, digits));
    return value > 0 && Number(text) !== 0 ? `+${text}` : text;
  };

/** A fraction as percent: 0.045 is 4.5 %. */
export const percent =
  (digits: number): Format =>
  (value) =>
    `${zeroSign(rounded(100 * value, digits))}\u00a0%`;

/** Whole numbers with thin spaces between thousands. */
export const count: Format = (value) =>
  zeroSign(String(Math.round(value))).replace(/\B(?=(\d{3})+$)/g, '\u202f');

/** Whole numbers as they are, others to four significant digits. */
export const general: Format = (value) =>
  Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));

/** Sets ASCII minus signs before digits as U+2212, as typeset numbers have them. */
export function typesetMinus(text: string): string {
  return text.replace(/(^|[^\p{L}\p{N}])-(?=[\d.])/gu, '$1\u2212');
}

/** Exact ties go to the even digit, as Python and so the paper print them: 0.8125 is 0.812, not 0.813. */
function rounded(value: number, digits: number): string {
  const text = value.toFixed(digits);
  const scaled = value * 10 ** digits;
  const tie = Math.abs(scaled % 1) === 0.5 && Number.isInteger(value * 2 ** 20);
  return tie ? ((2 * Math.round(scaled / 2)) / 10 ** digits).toFixed(digits) : text;
}

function zeroSign(text: string): string {
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}
