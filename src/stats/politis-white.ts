/** How long the blocks of a block bootstrap should be. */

export interface BlockLengths {
  readonly stationary: number;
  readonly circular: number;
}

/**
 * Mean block length for the stationary and the circular bootstrap of a mean: Politis and White (Econometric Reviews
 * 2004) with the correction of Patton, Politis and White (2009), flat-top lag window and all. At least 1.
 * @param x the series, length n; with fewer than 8 values, or a constant series, 1
 */
export function politisWhite(x: ArrayLike<number>): BlockLengths {
  const n = x.length;
  if (n < 8) return { stationary: 1, circular: 1 };
  let mean = 0;
  for (let t = 0; t < n; t++) mean += x[t]! / n;
  const e = Float64Array.from({ length: n }, (_, t) => x[t]! - mean);
  const runLength = Math.max(5, Math.floor(Math.log10(n)));
  const maxLag = Math.ceil(Math.sqrt(n)) + runLength;
  const threshold = 2 * Math.sqrt(Math.log10(n) / n);
  const { covariance, correlation } = moments(e, maxLag);
  // A constant series varies by rounding only.
  if (!(covariance[0]! > 1e-20 * mean * mean)) return { stationary: 1, circular: 1 };
  const insignificant = firstInsignificant(correlation, threshold, runLength);
  const lags = Math.min(maxLag, insignificant === null ? maxLag : 2 * Math.max(insignificant, 1));
  let slope = 0;
  let longRun = covariance[0]!;
  for (let k = 1; k <= lags; k++) {
    const weight = k / lags <= 0.5 ? 1 : 2 * (1 - k / lags);
    slope += 2 * weight * k * covariance[k]!;
    longRun += 2 * weight * covariance[k]!;
  }
  const most = Math.ceil(Math.min(3 * Math.sqrt(n), n / 3));
  const length = (variance: number) => {
    const b = ((2 * slope * slope) / variance) ** (1 / 3) * n ** (1 / 3);
    return Number.isFinite(b) ? Math.max(1, Math.min(most, b)) : 1;
  };
  return { stationary: length(2 * longRun ** 2), circular: length((4 / 3) * longRun ** 2) };
}

function moments(e: Float64Array, maxLag: number): { covariance: Float64Array; correlation: Float64Array } {
  const n = e.length;
  const covariance = new Float64Array(maxLag + 1);
  const correlation = new Float64Array(maxLag + 1);
  for (let k = 0; k <= Math.min(maxLag, n - 1); k++) {
    let cross = 0;
    let early = 0;
    let late = 0;
    for (let t = k; t < n; t++) {
      cross += e[t]! * e[t - k]!;
      early += e[t - k]! ** 2;
      late += e[t]! ** 2;
    }
    covariance[k] = cross / n;
    correlation[k] = Math.abs(cross) / Math.sqrt(early * late);
  }
  return { covariance, correlation };
}

/** The lag after which `runLength` correlations in a row are within the band; null when there is none. */
function firstInsignificant(correlation: Float64Array, threshold: number, runLength: number): number | null {
  for (let m = 0; m + runLength < correlation.length; m++) {
    let all = true;
    for (let k = 1; k <= runLength; k++) if (!(correlation[m + k]! < threshold)) all = false;
    if (all) return m;
  }
  return null;
}
