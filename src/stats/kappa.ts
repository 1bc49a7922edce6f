export type KappaWeights = 'none' | 'linear' | 'quadratic';

export interface Kappa {
  /** Null when chance alone would agree always: both raters gave one and the same category throughout. */
  readonly kappa: number | null;
  /** Share of (weighted) agreement seen, and expected by chance. */
  readonly observed: number;
  readonly expected: number;
}

/**
 * Cohen's kappa of two raters (Cohen 1960; weighted: Cohen 1968). Categories are ordered as numbers; weights go by
 * their place in that order.
 * @param categories all that could be given; those that were given when absent
 * @example cohenKappa([1, 0.75, 1], [0.75, 0.75, 1], { weights: 'quadratic' }).kappa
 */
export function cohenKappa(
  a: readonly number[],
  b: readonly number[],
  { weights = 'none', categories }: { weights?: KappaWeights; categories?: readonly number[] } = {},
): Kappa {
  if (a.length !== b.length) throw new RangeError(`${a.length} ratings against ${b.length}`);
  if (a.length === 0) return { kappa: null, observed: NaN, expected: NaN };
  const order = [...new Set(categories ?? [...a, ...b])].sort((x, y) => x - y);
  const place = new Map(order.map((c, k) => [c, k]));
  const rank = (value: number) => {
    const k = place.get(value);
    if (k === undefined) throw new RangeError(`rating ${value} is not among the categories`);
    return k;
  };
  const agreement = (i: number, j: number) => {
    const distance = order.length === 1 ? 0 : Math.abs(i - j) / (order.length - 1);
    return weights === 'none'
      ? Number(i === j)
      : weights === 'linear'
        ? 1 - distance
        : 1 - distance * distance;
  };
  const counts = (ratings: readonly number[]) => {
    const counted = new Float64Array(order.length);
    for (const value of ratings) counted[rank(value)]! += 1;
    return counted;
  };
  const n = a.length;
  const [rows, columns] = [counts(a), counts(b)];
  // Sums of counts, not of shares: agreement as by chance gives a kappa of 0, not of -4e-15.
  let seen = 0;
  for (let k = 0; k < n; k++) seen += n * agreement(rank(a[k]!), rank(b[k]!));
  let byChance = 0;
  for (let i = 0; i < order.length; i++) {
    for (let j = 0; j < order.length; j++) byChance += rows[i]! * columns[j]! * agreement(i, j);
  }
  const room = n * n - byChance;
  return {
    kappa: room < 1e-12 * n * n ? null : (seen - byChance) / room,
    observed: seen / (n * n),
    expected: byChance / (n * n),
  };
}
