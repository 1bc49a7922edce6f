/** Requests that the worker answers itself, at once, however busy the main thread is. */
import { availableParallelism, freemem, hostname, loadavg, totalmem } from 'node:os';
import type { Connection } from './connection.js';
import type { Json, Message } from './message.js';
import type { Request, Speaker } from './speaker.js';

export interface ControlEffects {
  readonly speaker: Speaker;
  readonly info: Json;
  readonly connection: Connection;
  interrupt(): Promise<void>;
  shutdown(restart: boolean): Promise<void>;
}

/** False when the request is not one of these. */
export function answerControl(
  message: Message,
  channel: Request['channel'],
  effects: ControlEffects,
): boolean {
  const answer = answers[message.header.msg_type];
  if (!answer && (channel === 'shell' || !/_request$/.test(message.header.msg_type))) return false;
  const { speaker } = effects;
  const request: Request = { header: message.header, identities: message.identities, channel };
  void (async () => {
    await speaker.status(request.header, 'busy');
    const content = answer ? await answer(message, effects) : refuse(message.header.msg_type);
    await speaker.reply(request, content);
    if (message.header.msg_type === 'shutdown_request')
      await speaker.publish(request.header, 'shutdown_reply', content);
    await speaker.status(request.header, 'idle');
    if (message.header.msg_type === 'shutdown_request') await effects.shutdown(content['restart'] === true);
  })();
  return true;
}

const answers: Record<string, (message: Message, effects: ControlEffects) => Json | Promise<Json>> = {
  kernel_info_request: (_message, { info }) => ({ status: 'ok', ...info }),
  connect_request: (
    _message,
    { connection: { shell_port, iopub_port, stdin_port, control_port, hb_port } },
  ) => ({
    status: 'ok',
    ...{ shell_port, iopub_port, stdin_port, control_port, hb_port },
  }),
  async interrupt_request(_message, { interrupt }) {
    await interrupt();
    return { status: 'ok' };
  },
  shutdown_request: ({ content }) => ({ status: 'ok', restart: content['restart'] === true }),
  debug_request: ({ content }) => ({
    type: 'response',
    request_seq: content['seq'] ?? 0,
    seq: 0,
    success: false,
    command: content['command'] ?? '',
    message: 'This kernel has no debugger: run node --inspect on a script to step through it.',
  }),
  usage_request: () => usage(),
};

function refuse(type: string): Json {
  return {
    status: 'error',
    ename: 'UnknownRequest',
    evalue: `This kernel does not know ${type}.`,
    traceback: [],
  };
}

function usage(): Json {
  const { user, system } = process.cpuUsage();
  return {
    hostname: hostname(),
    pid: process.pid,
    kernel_memory: process.memoryUsage.rss(),
    kernel_cpu: (user + system) / 1e4 / process.uptime() || 0,
    cpu_count: availableParallelism(),
    host_cpu_percent: (100 * (loadavg()[0] ?? 0)) / availableParallelism(),
    host_virtual_memory: { total: totalmem(), available: freemem(), used: totalmem() - freemem() },
  };
}
