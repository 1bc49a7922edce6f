/** The key of a hosted model: read from the environment, sent, and never written anywhere. */
import { UserError } from '../../base/errors.js';
import type { ServerSpec } from '../spec.js';

const DEFAULT_VARIABLE = 'OPENAI_API_KEY';

export interface Key {
  readonly headers: Readonly<Record<string, string>>;
  /** The text without the key, or anything that looks like one. */
  redact(text: string): string;
}

export function readKey({ address, keyVariable }: ServerSpec, environment: NodeJS.ProcessEnv): Key {
  const variable = keyVariable ?? DEFAULT_VARIABLE;
  const key = environment[variable];
  if (!key) {
    if (keyVariable === undefined) return { headers: {}, redact };
    throw new UserError(
      `The environment variable ${variable} is not set; it should hold the key for ${address}.`,
      'Set it.',
    );
  }
  if (!mayCarryKey(address)) {
    if (keyVariable === undefined) return { headers: {}, redact };
    throw new UserError(
      `The key in ${variable} would cross the network readable by others, since ${address} is not https.`,
      'Use an https address, or leave keyVariable out if the server needs no key.',
    );
  }
  return {
    headers: { authorization: `Bearer ${key}` },
    redact: (text) => redact(text.replaceAll(key, '[key]')),
  };
}

function redact(text: string): string {
  return text.replace(/\bsk-[\w*-]{6,}/g, '[key]').replace(/\bBearer\s+[\w.~+/=-]+/gi, 'Bearer [key]');
}

function mayCarryKey(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
