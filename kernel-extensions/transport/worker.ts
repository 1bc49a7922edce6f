/** The worker thread: owns the sockets, so that heartbeat, interrupts and output go on whatever a cell does. */
import { workerData, type MessagePort } from 'node:worker_threads';
import { Shared, type RequestId, type ToMain, type ToWorker, type WorkerStart } from './channel.js';
import { answerControl } from './control.js';
import { Interrupter } from './interrupter.js';
import { decode, type Header, type Message } from './message.js';
import { Outbox } from './outbox.js';
import { onSigint, watchParent } from './process-signals.js';
import { Scheduler } from './scheduler.js';
import { bindSockets } from './sockets.js';
import { Speaker } from './speaker.js';
import { Streams } from './streams.js';

const { connection, port, inputPort, shared, info } = workerData as WorkerStart;
const words = new Int32Array(shared);
const sockets = await bindSockets(connection);
const speaker = new Speaker(
  {
    iopub: new Outbox(sockets.iopub),
    shell: new Outbox(sockets.shell),
    control: new Outbox(sockets.control),
    stdin: new Outbox(sockets.stdin),
  },
  connection.key,
);
const send = (message: ToMain) => port.postMessage(message);
const scheduler = new Scheduler(speaker, send, flush);
const parentOf = (cell: RequestId): Header | undefined => scheduler.request(cell)?.header;
const streams = new Streams((cell, name, text) => {
  const taken = () => Atomics.sub(words, Shared.unsent, text.length) && Atomics.notify(words, Shared.unsent);
  void speaker.publish(parentOf(cell), 'stream', { name, text }).then(taken);
});

async function flush(): Promise<void> {
  streams.flush();
  await speaker.drained();
}

function fromMain(message: ToWorker): void {
  if (message.kind === 'stream') return streams.write(message.cell, message.name, message.text);
  streams.flush();
  if (message.kind === 'finish') void scheduler.finish(message.id, message.content, message.abortQueue);
  else if (message.kind === 'input') {
    const request = scheduler.request(message.cell);
    if (request) void speaker.askInput(request, { prompt: message.prompt, password: message.password });
  } else {
    const { cell, type, content, metadata, buffers } = message;
    void speaker.publish(parentOf(cell), type, content, metadata, buffers);
  }
}

const interruptError = (evalue: string) => ({ ename: 'KeyboardInterrupt', evalue, traceback: [evalue] });

const interrupter = new Interrupter(shared, {
  send,
  running: () => scheduler.running,
  hold: () => scheduler.hold(),
  release: () => scheduler.release(),
  /** A terminated promise reaction can take the cell's own settling with it; the cell must end all the same. */
  settled(cell) {
    const error = interruptError('The cell was interrupted.');
    if (cell) setTimeout(() => void endCell(cell, error), 5000);
  },
  stuck(cell) {
    const text =
      'This cell did not stop within 10 s: native code is running. Restart the kernel if it does not come back.\n';
    void speaker.publish(parentOf(cell), 'stream', { name: 'stderr', text });
  },
});

async function endCell(cell: RequestId, error: ReturnType<typeof interruptError>): Promise<void> {
  if (scheduler.running !== cell || cell === 0) return;
  await speaker.publish(parentOf(cell), 'error', error);
  await scheduler.finish(
    cell,
    { status: 'error', ...error, execution_count: null, user_expressions: {} },
    true,
  );
}

/** Lets the main thread leave by itself, and after half a second ends the process: a loop cannot hold it. */
async function shutdown(restart: boolean): Promise<void> {
  await flush();
  sockets.close();
  interrupter.close(); // Node would wait for the debugger to leave
  send({ kind: 'shutdown', restart });
  setTimeout(end, 500);
}

function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

async function receive(socket: AsyncIterable<Buffer[]>, take: (message: Message) => void): Promise<void> {
  for await (const frames of socket) {
    const message = decode(frames, connection.key);
    if (message) take(message);
  }
}

async function welcomeSubscribers(): Promise<void> {
  for await (const [frame] of sockets.iopub) if (frame?.[0] === 1) void speaker.welcome(frame.subarray(1));
}

const control = (message: Message, channel: 'shell' | 'control') =>
  answerControl(message, channel, {
    speaker,
    info,
    connection,
    interrupt: () => interrupter.interrupt(),
    shutdown,
  });

void receive(sockets.shell, (message) => {
  if (!control(message, 'shell')) scheduler.accept(message);
});
void receive(sockets.control, (message) => {
  if (!control(message, 'control')) scheduler.accept(message);
});
void receive(sockets.stdin, (message) => {
  if (message.header.msg_type !== 'input_reply') return;
  inputPort.postMessage(String(message.content['value'] ?? ''));
  Atomics.store(words, Shared.input, 1);
  Atomics.notify(words, Shared.input);
});
void welcomeSubscribers();
(port as MessagePort).on('message', fromMain);
if (onSigint(() => void interrupter.interrupt())) Atomics.store(words, Shared.hearsSigint, 1);
watchParent(end);
void speaker.status(undefined, 'starting');
