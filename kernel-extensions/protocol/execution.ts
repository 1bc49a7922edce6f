import { displaysSettled } from '../displays/display.js';
import { render } from '../displays/registry.js';
import { cellMagic, expandLines, lineMagics } from '../magics/expand.js';
import { findMagic, type MagicContext } from '../magics/registry.js';
import type { Json } from '../transport/message.js';
import type { RequestId } from '../transport/channel.js';
import type { CellEngine, CellOutcome } from '../types.js';
import type { History } from './history.js';

export interface ExecuteRequest {
  readonly code: string;
  readonly silent: boolean;
  readonly storeHistory: boolean;
  readonly allowStdin: boolean;
  readonly stopOnError: boolean;
  readonly userExpressions: Readonly<Record<string, string>>;
}

export interface ExecutionEffects {
  readonly engine: CellEngine;
  /** Null where the cell is not to be remembered. */
  readonly history: History | null;
  readonly loadExtensions: () => Promise<void>;
  publish(type: string, content: Json): void;
}

/** One execute_request from its first message to its reply. */
export class Execution {
  interrupted = false;
  readonly #payload: Json[] = [];
  readonly #stops: (() => void)[] = [];
  #failure: { readonly error: unknown } | undefined;

  constructor(
    readonly id: RequestId,
    private readonly count: number,
    readonly request: ExecuteRequest,
    private readonly effects: ExecutionEffects,
  ) {}

  /** Publishes the cell's value or error; resolves with the content of the reply. */
  async run(): Promise<Json> {
    const { code, silent } = this.request;
    if (!silent) this.effects.publish('execute_input', { code, execution_count: this.count });
    this.effects.history?.add(this.count, code);
    let outcome = await this.#runCell(code).catch((error: unknown) => this.#asOutcome(error));
    await displaysSettled();
    await turn(); // Node reports unhandled rejections when the microtasks are through
    if (outcome.status === 'ok' && this.#failure) outcome = this.#asOutcome(this.#failure.error);
    return outcome.status === 'ok' ? this.#succeed(outcome) : this.#fail(outcome);
  }

  /** An unhandled rejection or an uncaught exception of this cell. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.effects.engine.interrupt(error);
  }

  interrupt(): void {
    this.interrupted = true;
    for (const stop of this.#stops) stop();
    this.effects.engine.interrupt();
  }

  pay(payload: Json): void {
    this.#payload.push(payload);
  }

  readonly magicContext: MagicContext = {
    execute: (source) => this.#runSource(source),
    setNextInput: (text, replace) => this.pay({ source: 'set_next_input', text, replace }),
    onInterrupt: (stop) => this.#stops.push(stop),
  };

  async #runCell(code: string): Promise<CellOutcome> {
    const magic = cellMagic(code);
    if (!magic) return this.#runSource(code);
    if (!findMagic(magic.name)) await this.effects.loadExtensions();
    const found = findMagic(magic.name);
    if (!found?.cell) throw new UnknownMagic(`%%${magic.name}`);
    const outcome = await found.cell(magic.args, magic.body, this.magicContext);
    return outcome ?? { status: 'ok', hasValue: false, value: undefined, imports: [] };
  }

  #runSource(source: string): Promise<CellOutcome> {
    const execute = () => this.effects.engine.execute(expandLines(source), { executionCount: this.count });
    const unknown = lineMagics(source).some((name) => name === 'help' || !findMagic(name));
    if (!unknown) return execute(); // in the same callback, so that a loop in it can be terminated
    return this.effects.loadExtensions().then(() => {
      const missing = lineMagics(source).find((name) => !findMagic(name));
      if (missing) throw new UnknownMagic(`%${missing}`);
      return execute();
    });
  }

  async #succeed(outcome: Extract<CellOutcome, { status: 'ok' }>): Promise<Json> {
    if (outcome.hasValue && !this.request.silent) {
      const { data, metadata = {} } = await render(outcome.value);
      this.effects.history?.setOutput(this.count, String(data['text/plain']));
      this.effects.publish('execute_result', { execution_count: this.count, data, metadata });
    }
    const user_expressions = await this.#evaluateExpressions();
    return { status: 'ok', execution_count: this.count, user_expressions, payload: this.#payload };
  }

  #fail({ ename, evalue, traceback }: Extract<CellOutcome, { status: 'error' }>): Json {
    const error = { ename, evalue, traceback };
    this.effects.publish('error', error);
    return {
      status: 'error',
      ...error,
      execution_count: this.count,
      user_expressions: {},
      payload: this.#payload,
    };
  }

  async #evaluateExpressions(): Promise<Json> {
    const values: Json = {};
    for (const [name, expression] of Object.entries(this.request.userExpressions)) {
      const outcome = await this.effects.engine.evaluate(expression);
      if (outcome.status === 'ok') {
        const { data, metadata = {} } = await render(outcome.value);
        values[name] = { status: 'ok', data, metadata };
      } else {
        const { ename, evalue, traceback } = outcome;
        values[name] = { status: 'error', ename, evalue, traceback };
      }
    }
    return values;
  }

  #asOutcome(error: unknown): Extract<CellOutcome, { status: 'error' }> {
    const report =
      error instanceof UnknownMagic
        ? { ename: error.name, evalue: error.message, traceback: [`${error.name}: ${error.message}`] }
        : this.effects.engine.describe(error);
    return { status: 'error', ...report, imports: [] };
  }
}

class UnknownMagic extends Error {
  override readonly name = 'UnknownMagic';
  constructor(magic: string) {
    super(`There is no ${magic}; %help lists the magics.`);
  }
}

function turn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
