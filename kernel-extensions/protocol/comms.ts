/** Comms: channels between a cell and a piece of the client, for widgets. */
import { randomUUID } from 'node:crypto';
import { session } from '../session.js';
import type { Json } from '../transport/message.js';

export interface CommMessage {
  readonly data: Json;
  readonly metadata: Json;
  readonly buffers: readonly Uint8Array[];
}

/** One open channel. `onMessage` and `onClose` are called with what the client sends. */
export class Comm {
  onMessage: ((message: CommMessage) => void) | undefined;
  onClose: ((message: CommMessage) => void) | undefined;

  constructor(
    readonly target: string,
    readonly id: string,
  ) {
    open.set(id, this);
  }

  send(data: Json, metadata: Json = {}, buffers: readonly Uint8Array[] = []): void {
    session().publish('comm_msg', { comm_id: this.id, data }, metadata, buffers);
  }

  close(data: Json = {}): void {
    if (open.delete(this.id)) session().publish('comm_close', { comm_id: this.id, data });
  }
}

export type CommTarget = (comm: Comm, message: CommMessage) => void;

const open = new Map<string, Comm>();
const targets = new Map<string, CommTarget>();

/** Opens a comm to a target that the client has registered. */
export function openComm(
  target: string,
  data: Json = {},
  metadata: Json = {},
  buffers: readonly Uint8Array[] = [],
): Comm {
  const comm = new Comm(target, randomUUID());
  session().publish('comm_open', { comm_id: comm.id, target_name: target, data }, metadata, buffers);
  return comm;
}

/** Lets the client open comms to this name. */
export function registerCommTarget(name: string, opened: CommTarget): void {
  targets.set(name, opened);
}

export function commInfo(targetName: unknown): Json {
  const comms: Json = {};
  for (const [id, { target }] of open)
    if (!targetName || target === targetName) comms[id] = { target_name: target };
  return { status: 'ok', comms };
}

/** A comm_open, comm_msg or comm_close of the client's. */
export function takeCommMessage(
  type: string,
  content: Json,
  metadata: Json,
  buffers: readonly Uint8Array[],
): void {
  const id = String(content['comm_id']);
  const message = { data: (content['data'] ?? {}) as Json, metadata, buffers };
  if (type === 'comm_open') return opened(id, String(content['target_name']), message);
  const comm = open.get(id);
  if (type === 'comm_msg') comm?.onMessage?.(message);
  else if (comm) {
    open.delete(id);
    comm.onClose?.(message);
  }
}

function opened(id: string, name: string, message: CommMessage): void {
  const target = targets.get(name);
  if (target) target(new Comm(name, id), message);
  else session().publish('comm_close', { comm_id: id, data: {} }); // the protocol's answer to an unknown target
}
