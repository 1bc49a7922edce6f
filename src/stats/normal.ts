/** The standard normal distribution, to double precision. */

/**
 * P(Z <= x). Hart's rational approximation as given by West, "Better approximations to cumulative normal functions"
 * (Wilmott, 2005); absolute error below 1e-15.
 */
export function normalCdf(x: number): number {
  const z = Math.abs(x);
  if (Number.isNaN(x)) return NaN;
  if (z > 37) return x > 0 ? 1 : 0;
  const e = Math.exp((-z * z) / 2);
  let tail: number;
  if (z < 7.07106781186547) {
    let a = 3.52624965998911e-2 * z + 0.700383064443688;
    for (const c of [6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931, 220.206867912376])
      a = a * z + c;
    let b = 8.83883476483184e-2 * z + 1.75566716318264;
    for (const c of [
      16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831, 793.826512519948,
      440.413735824752,
    ])
      b = b * z + c;
    tail = (e * a) / b;
  } else {
    const f = z + 1 / (z + 2 / (z + 3 / (z + 4 / (z + 0.65))));
    tail = e / f / 2.506628274631;
  }
  return x > 0 ? 1 - tail : tail;
}

/** The x with P(Z <= x) = p. Wichura's AS 241 (Applied Statistics 37, 1988), relative error about 1e-16. */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) return NaN;
  if (p === 0 || p === 1) return p === 0 ? -Infinity : Infinity;
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(CENTRE, 0.180625 - q * q);
  const r = Math.sqrt(-Math.log(Math.min(p, 1 - p)));
  const x = r <= 5 ? ratio(MIDDLE, r - 1.6) : ratio(TAIL, r - 5);
  return q < 0 ? -x : x;
}

type Rational = readonly [numerator: readonly number[], denominator: readonly number[]];

function ratio([numerator, denominator]: Rational, r: number): number {
  const horner = (coefficients: readonly number[]) => coefficients.reduceRight((sum, c) => sum * r + c, 0);
  return horner(numerator) / horner(denominator);
}

const CENTRE: Rational = [
  [
    3.387132872796366608, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
    45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727,
  ],
  [
    1, 42.313330701600911252, 687.1870074920579083, 5394.1960214247511077, 21213.794301586595867,
    39307.89580009271061, 28729.085735721942674, 5226.495278852545925,
  ],
];
const MIDDLE: Rational = [
  [
    1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504,
    1.27045825245236838258, 0.24178072517745061177, 0.0227238449892691845833, 7.7454501427834140764e-4,
  ],
  [
    1, 2.05319162663775882187, 1.6763848301838038494, 0.68976733498510000455, 0.14810397642748007459,
    0.0151986665636164571966, 5.475938084995344946e-4, 1.05075007164441684324e-9,
  ],
];
const TAIL: Rational = [
  [
    6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 0.29656057182850489123,
    0.026532189526576123093, 0.0012426609473880784386, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
  ],
  [
    1, 0.59983220655588793769, 0.13692988092273580531, 0.0148753612908506148525, 7.868691311456132591e-4,
    1.8463183175100546818e-5, 1.4215117583164458887e-7, 2.04426310338993978564e-15,
  ],
];
