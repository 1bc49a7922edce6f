/** A failure that the next attempt may not meet. */
export class Transient extends Error {
  override name = 'Transient';

  constructor(
    message: string,
    options: ErrorOptions & { readonly retryAfterMillis?: number | undefined } = {},
  ) {
    super(message, options);
    this.retryAfterMillis = options.retryAfterMillis;
  }

  readonly retryAfterMillis: number | undefined;
}

/** Retry-After in seconds or as a date (RFC 9110, 10.2.3); undefined when absent or unreadable. */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const millis = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(millis) ? Math.max(0, millis) : undefined;
}
