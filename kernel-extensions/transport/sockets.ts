/** The five sockets of a kernel. No limit on what waits for a slow reader: nothing may be dropped. */
import { Reply, Router, XPublisher, type Socket } from 'zeromq';
import { endpoint, type Connection } from './connection.js';

export interface Sockets {
  readonly shell: Router;
  readonly control: Router;
  readonly stdin: Router;
  readonly iopub: XPublisher;
  readonly heartbeat: Reply;
  /** Closes all; what was taken but not yet sent is sent first, for at most a second. */
  close(): void;
}

export async function bindSockets(connection: Connection): Promise<Sockets> {
  const options = { sendHighWaterMark: 0, receiveHighWaterMark: 0, sendTimeout: 0, linger: 1000 };
  const sockets = {
    shell: new Router(options),
    control: new Router(options),
    stdin: new Router(options),
    iopub: new XPublisher({ sendHighWaterMark: 0, sendTimeout: 0, linger: 1000 }),
    heartbeat: new Reply({ linger: 0 }),
  };
  await Promise.all([
    sockets.shell.bind(endpoint(connection, 'shell')),
    sockets.control.bind(endpoint(connection, 'control')),
    sockets.stdin.bind(endpoint(connection, 'stdin')),
    sockets.iopub.bind(endpoint(connection, 'iopub')),
    sockets.heartbeat.bind(endpoint(connection, 'hb')),
  ]);
  void echo(sockets.heartbeat);
  return {
    ...sockets,
    close: () => (Object.values(sockets) as Socket[]).forEach((socket) => socket.close()),
  };
}

async function echo(heartbeat: Reply): Promise<void> {
  for await (const frames of heartbeat) await heartbeat.send(frames);
}
