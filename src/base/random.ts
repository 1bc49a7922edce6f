/** Seeded randomness; nothing in the package draws from Math.random. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer in [0, n). */
  integer(n: number): number;
  /** Standard normal (Box-Muller). */
  normal(): number;
}

/** sfc32 seeded from a number or a string (hashed by FNV-1a), warmed up for 15 rounds. */
export function random(seed: number | string): Random {
  let h = 2166136261;
  for (const c of String(seed)) h = Math.imul(h ^ c.codePointAt(0)!, 16777619);
  let a = 0x9e3779b9 | 0;
  let b = 0x243f6a88 | 0;
  let c = h | 0;
  let d = 1;
  const next = () => {
    const t = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  for (let i = 0; i < 15; i++) next();
  return {
    next,
    integer: (n) => Math.floor(next() * n),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
