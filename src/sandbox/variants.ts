/** The bars of a variant, made in the child from the bars that it holds. */
import { COLUMNS, type Columns } from './wire.js';
import type { Variant } from './types.js';

const VOLUME = COLUMNS.indexOf('volume');

/** Number of bars that a strategy sees in this variant of `length` bars. */
export function variantLength(variant: Variant, length: number): number {
  return variant.kind === 'prefix' ? variant.length : length;
}

/**
 * The columns that a strategy sees. Altered: every price after the bar is multiplied by the factor, and volume v
 * becomes v * factor + 1, so that a volume of 0 changes too.
 */
export function applyVariant(columns: Columns, variant: Variant): Columns {
  if (variant.kind === 'prefix') {
    const values = columns.values.map((column) => column.subarray(0, variant.length));
    return { ...columns, length: variant.length, values };
  }
  const values = columns.values.map((column, which) => {
    if (which === 0) return column;
    const changed = column.slice();
    for (let i = variant.after + 1; i < changed.length; i++)
      changed[i] = changed[i]! * variant.factor + (which === VOLUME ? 1 : 0);
    return changed;
  });
  return { ...columns, values };
}
