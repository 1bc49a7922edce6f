/** The main thread's half of the kernel: takes requests from the transport, runs them on the engine, answers. */
import { MessageChannel } from 'node:worker_threads';
import { beginCell, currentCell, inCell, outsideCells, stopTimers } from '../attribution.js';
import { openSession } from '../session.js';
import { afterTermination } from '../transport/async-stack.js';
import { Phase, type RequestId, type StreamName, type ToMain } from '../transport/channel.js';
import type { MagicContext } from '../magics/registry.js';
import type { TransportHost } from '../transport/host.js';
import type { Json } from '../transport/message.js';
import type { CellEngine } from '../types.js';
import { commInfo, takeCommMessage } from './comms.js';
import { complete, inspect, isComplete } from './code-help.js';
import { Execution, type ExecuteRequest } from './execution.js';
import { History } from './history.js';

type Request = Extract<ToMain, { kind: 'request' }>;

export class Kernel {
  readonly #history = new History();
  readonly #hops = new MessageChannel();
  readonly #hopping: (() => void)[] = [];
  #engine: CellEngine | undefined;
  #count = 0;
  #running: Execution | undefined;

  constructor(
    private readonly host: () => TransportHost,
    /** Imports the extensions; called when a cell first uses a magic that is not built in. */
    private readonly loadExtensions: () => Promise<void>,
    private readonly exit: () => void,
  ) {
    this.#hops.port1.on('message', () => this.#hopping.shift()?.());
    openSession({
      publish: (type, content, metadata, buffers) =>
        this.host().post({
          kind: 'publish',
          cell: currentCell(),
          type,
          content,
          ...(metadata && { metadata }),
          ...(buffers && { buffers }),
        }),
      ask: (prompt, password) => this.#ask(prompt, password),
      pay: (payload) => this.#running?.pay(payload),
      currentCell,
    });
  }

  /** Before this, requests wait. */
  start(engine: CellEngine): void {
    this.#engine = engine;
  }

  get engine(): CellEngine {
    if (!this.#engine) throw new Error('The engine has not been started.');
    return this.#engine;
  }

  receive(message: ToMain): void {
    outsideCells(() => {
      if (message.kind === 'interrupt') this.#interrupt(message.serial, message.cell);
      else if (message.kind === 'shutdown') this.exit();
      else this.#take(message);
    });
  }

  /** For the engine; see EngineOptions. */
  readonly enter = (run: () => void): void => {
    const execution = this.#running;
    const cell = execution?.id ?? 0;
    const go = () => {
      if (execution?.interrupted) return;
      this.host().enter(Phase.entered);
      try {
        inCell(cell, run);
      } finally {
        this.host().leave(Phase.free);
      }
    };
    // always its own callback: a termination unwinds the whole stack, which must hold nothing but user code
    this.#hopping.push(go);
    this.#hops.port2.postMessage(null);
  };

  /** For line magics, which run inside the running cell. */
  magicContext(): MagicContext {
    if (!this.#running) throw new Error('A magic runs in a cell only.');
    return this.#running.magicContext;
  }

  write(name: StreamName, text: string): void {
    this.host().write(currentCell(), name, text);
  }

  /** An error that no cell's own promise carries: it fails its cell, or is shown under it when that is over. */
  failed(error: unknown, cell: RequestId): void {
    if (cell !== 0 && this.#running?.id === cell) return this.#running.fail(error);
    const report = this.engine.describe(error);
    this.host().post({ kind: 'publish', cell, type: 'error', content: { ...report } });
  }

  #take(request: Request): void {
    this.host().enter(Phase.kernel);
    try {
      this.#answer(request);
    } finally {
      this.host().leave(Phase.free);
    }
  }

  #answer(request: Request): void {
    const { id, header, content, metadata, buffers } = request;
    const finish = (reply: Json) => this.host().post({ kind: 'finish', id, content: reply });
    try {
      switch (header.msg_type) {
        case 'execute_request':
          return void this.#execute(request);
        case 'complete_request':
          return finish(complete(this.engine, content));
        case 'inspect_request':
          return finish(inspect(this.engine, content));
        case 'is_complete_request':
          return finish(isComplete(this.engine, content));
        case 'history_request':
          return finish(this.#history.answer(content));
        case 'comm_info_request':
          return finish(commInfo(content['target_name']));
        case 'comm_open':
        case 'comm_msg':
        case 'comm_close':
          beginCell(id);
          inCell(id, () => takeCommMessage(header.msg_type, content, metadata, buffers));
          return finish({});
        default:
          return finish({
            status: 'error',
            ename: 'UnknownRequest',
            evalue: `This kernel does not know ${header.msg_type}.`,
            traceback: [],
          });
      }
    } catch (error) {
      this.#failRequest(request, error);
    }
  }

  /** A bug of ours, or a comm handler that threw: the client gets its answer all the same. */
  #failRequest({ id, header }: Request, error: unknown): void {
    const report = this.engine.describe(error);
    if (header.msg_type.startsWith('comm_')) this.failed(error, id);
    this.host().post({ kind: 'finish', id, content: { status: 'error', ...report } });
  }

  async #execute({ id, content }: Request): Promise<void> {
    const request = executeRequest(content);
    if (!request.silent) this.#count++;
    const history = request.storeHistory ? this.#history : null;
    const execution = new Execution(id, this.#count, request, {
      engine: this.engine,
      history,
      loadExtensions: this.loadExtensions,
      publish: (type, output) => this.host().post({ kind: 'publish', cell: id, type, content: output }),
    });
    beginCell(id);
    this.#running = execution;
    const reply = await execution.run();
    if (this.#running === execution) this.#running = undefined;
    const abortQueue = reply['status'] === 'error' && request.stopOnError;
    this.host().post({ kind: 'finish', id, content: reply, abortQueue });
  }

  #interrupt(serial: number, cell: RequestId): void {
    afterTermination();
    this.host().leave(Phase.free); // a terminated callback never came to say so
    if (cell !== 0 && this.#running?.id === cell) {
      stopTimers(cell);
      this.#running.interrupt();
    }
    this.host().noteInterrupt(serial);
  }

  #ask(prompt: string, password: boolean): string {
    if (!this.#running?.request.allowStdin)
      throw new Error('This client does not allow input: prompt() has nobody to ask.');
    return this.host().ask(this.#running.id, prompt, password);
  }

  /** SIGINT on the main thread. It comes when a loop has ended, maybe in the next cell: the worker, which heard it at once, sees to it. */
  sigint(): void {
    if (this.host().workerHearsSigint || !this.#running) return;
    stopTimers(this.#running.id);
    this.#running.interrupt();
  }
}

function executeRequest(content: Json): ExecuteRequest {
  const silent = content['silent'] === true;
  return {
    code: String(content['code'] ?? ''),
    silent,
    storeHistory: !silent && content['store_history'] !== false,
    allowStdin: content['allow_stdin'] !== false,
    stopOnError: content['stop_on_error'] !== false,
    userExpressions: (content['user_expressions'] ?? {}) as Record<string, string>,
  };
}
