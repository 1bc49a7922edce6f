/** The bars of a variant, made in the child from the bars that it holds. */
import type { Columns } from './wire.js';
import type { Variant } from './types.js';

/** Number of bars that a strategy sees in this variant of `length` bars. */
export function variantLength(variant: Variant, length: number): number {
  return variant.kind === 'prefix' ? variant.length : length;
}

/**
 * The columns that a strategy sees. Altered: every price after the bar is multiplied by the factor, and volume v
 * becomes v * factor + 1, so that a volume of 0 changes too.
 */
export function applyVariant({ length, dates, values }: Columns, variant: Variant): Columns {
  if (variant.kind === 'prefix') {
    const cut = variant.length;
    const width = (dates.length + 1) / length;
    return {
      length: cut,
      dates: dates.slice(0, cut * width - 1),
      values: values.map((v) => v.subarray(0, cut)),
    };
  }
  const altered = values.map((column, which) => {
    const changed = column.slice();
    const more = which === values.length - 1 ? 1 : 0;
    for (let i = variant.after + 1; i < length; i++) changed[i] = changed[i]! * variant.factor + more;
    return changed;
  });
  return { length, dates, values: altered };
}
