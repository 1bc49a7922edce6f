/** The connection file: where the five sockets are and the key that signs their messages. */
import { z } from 'zod';

const schema = z.object({
  transport: z.enum(['tcp', 'ipc']).default('tcp'),
  ip: z.string().default('127.0.0.1'),
  shell_port: z.number().int(),
  iopub_port: z.number().int(),
  stdin_port: z.number().int(),
  control_port: z.number().int(),
  hb_port: z.number().int(),
  key: z.string().default(''),
  signature_scheme: z.literal('hmac-sha256').default('hmac-sha256'),
});

export type Connection = z.infer<typeof schema>;
export type Channel = 'shell' | 'iopub' | 'stdin' | 'control' | 'hb';

/** Throws, naming the field, when a connection file is not what Jupyter writes. */
export function parseConnection(json: string): Connection {
  const parsed = schema.safeParse(JSON.parse(json));
  if (parsed.success) return parsed.data;
  throw new Error(`Connection file: ${z.prettifyError(parsed.error)}`);
}

export function endpoint(connection: Connection, channel: Channel): string {
  const port = connection[`${channel}_port`];
  return connection.transport === 'ipc' ? `ipc://${connection.ip}-${port}` : `tcp://${connection.ip}:${port}`;
}
