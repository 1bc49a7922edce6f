/** Jupyter messages and their signed frames; used by the kernel and by the client. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

export const PROTOCOL_VERSION = '5.4';
const DELIMITER = Buffer.from('<IDS|MSG>');

export interface Header {
  readonly msg_id: string;
  readonly msg_type: string;
  readonly session: string;
  readonly username: string;
  readonly date: string;
  readonly version: string;
}

export type Json = Record<string, unknown>;

export interface Message {
  /** Routing prefix (shell, control, stdin) or topic (iopub). */
  readonly identities: readonly Buffer[];
  readonly header: Header;
  readonly parent: Header | Record<string, never>;
  readonly metadata: Json;
  readonly content: Json;
  readonly buffers: readonly Buffer[];
}

export function newHeader(msg_type: string, session: string, username = 'kernel'): Header {
  return {
    msg_id: randomUUID(),
    msg_type,
    session,
    username,
    date: new Date().toISOString(),
    version: PROTOCOL_VERSION,
  };
}

export function encode(message: Message, key: string): Buffer[] {
  const parts = [message.header, message.parent, message.metadata, message.content].map((part) =>
    Buffer.from(JSON.stringify(part)),
  );
  return [...message.identities, DELIMITER, Buffer.from(sign(parts, key)), ...parts, ...message.buffers];
}

/** Null for frames that are no message or whose signature is wrong: a stranger's, to be ignored. */
export function decode(frames: readonly Buffer[], key: string): Message | null {
  const at = frames.findIndex((frame) => frame.equals(DELIMITER));
  const parts = frames.slice(at + 2, at + 6);
  if (at < 0 || parts.length < 4) return null;
  const signature = frames[at + 1] as Buffer;
  if (key !== '' && !same(signature, Buffer.from(sign(parts, key)))) return null;
  try {
    const [header, parent, metadata, content] = parts.map((part) => JSON.parse(part.toString()) as unknown);
    return {
      identities: frames.slice(0, at),
      header: header as Header,
      parent: parent as Header,
      metadata: metadata as Json,
      content: content as Json,
      buffers: frames.slice(at + 6),
    };
  } catch {
    return null;
  }
}

function sign(parts: readonly Buffer[], key: string): string {
  if (key === '') return '';
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest('hex');
}

function same(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
