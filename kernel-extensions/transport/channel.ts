/** What the main thread, which runs cells, and the worker thread, which owns the sockets, say to each other. */
import type { MessagePort } from 'node:worker_threads';
import type { Connection } from './connection.js';
import type { Header, Json } from './message.js';

/** Number the worker gives a request; outputs name the request (the cell) they belong to. 0: none. */
export type RequestId = number;
export type StreamName = 'stdout' | 'stderr';

export type ToMain =
  | {
      readonly kind: 'request';
      readonly id: RequestId;
      readonly header: Header;
      readonly content: Json;
      readonly metadata: Json;
      readonly buffers: readonly Uint8Array[];
    }
  | { readonly kind: 'interrupt'; readonly serial: number; readonly cell: RequestId }
  | { readonly kind: 'shutdown'; readonly restart: boolean };

export type ToWorker =
  | { readonly kind: 'stream'; readonly cell: RequestId; readonly name: StreamName; readonly text: string }
  | {
      readonly kind: 'publish';
      readonly cell: RequestId;
      readonly type: string;
      readonly content: Json;
      readonly metadata?: Json;
      readonly buffers?: readonly Uint8Array[];
    }
  | {
      readonly kind: 'finish';
      readonly id: RequestId;
      readonly content: Json;
      /** Executes waiting behind this one are answered `aborted`. */
      readonly abortQueue?: boolean;
    }
  | { readonly kind: 'input'; readonly cell: RequestId; readonly prompt: string; readonly password: boolean };

/** Handed to the worker when it starts. */
export interface WorkerStart {
  readonly connection: Connection;
  readonly port: MessagePort;
  /** Answers to input requests; the main thread reads it synchronously. */
  readonly inputPort: MessagePort;
  readonly shared: SharedArrayBuffer;
  readonly info: Json;
}

/** Words of the shared Int32Array. */
export const Shared = {
  /** Characters of stream output posted to the worker and not yet handed to the socket. */
  unsent: 0,
  /** Raised and notified when an answer lies on the input port. */
  input: 1,
  /** What the main thread is at: one of `Phase`. */
  phase: 2,
  /** Serial of the last interrupt the main thread dealt with. */
  interrupted: 3,
  /** 1 once SIGINT reaches the worker, whatever the main thread is at. */
  hearsSigint: 4,
  words: 5,
} as const;

export const Phase = {
  /** Event loop, or user code that continues after an await, in a timer, in an event. */
  free: 0,
  /** User code called from the kernel's message callback: may be terminated on every Node version. */
  entered: 1,
  /** The kernel's own work (compiling, completing): must not be terminated. */
  kernel: 2,
} as const;
