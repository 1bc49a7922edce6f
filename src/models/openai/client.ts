/** One request to an OpenAI-compatible server, tried until it succeeds or there is no use in trying. */
import { UserError } from '../../base/errors.js';
import type { Progress } from '../../base/progress.js';
import { random } from '../../base/random.js';
import type { ServerSpec } from '../spec.js';
import type { Key } from './key.js';
import { pace, type Clock } from './pace.js';
import { connectionFailure } from './connection.js';
import { AnswerReader, eventData, type Answer } from './stream.js';
import { retryAfter, Transient } from './transient.js';

const ATTEMPTS = 6;
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;
/** A server that asks for more patience than this is reported, not waited for. */
const LONGEST_RETRY_AFTER = 600_000;

export type Body = Readonly<Record<string, unknown>>;

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onText?: ((whole: string) => void) | undefined;
}

export type Ask = (body: Body, options?: AskOptions) => Promise<Answer>;

/** @param progress told why an attempt failed and how long it is until the next: a minute of silence looks like a hang */
export function client(server: ServerSpec, key: Key, clock: Clock, progress: Progress): Ask {
  const { turn, pause } = pace(server.requestsPerMinute, clock);
  const jitter = random(server.address);
  let dialect: Dialect = {};

  return async (body, options = {}) => {
    const { signal } = options;
    for (let failures = 0; ;) {
      await turn(signal);
      const spoken = dialect;
      try {
        return await post(server, key, inDialect(body, spoken), options, clock.now());
      } catch (error) {
        signal?.throwIfAborted();
        const other = error instanceof Refusal ? error.dialect(spoken) : undefined;
        if (other) {
          dialect = { ...dialect, ...other };
          continue;
        }
        if (error instanceof Refusal) throw error.explained;
        if (!(error instanceof Transient)) throw error;
        failures += 1;
        const patience = error.retryAfterMillis ?? 0;
        if (failures === ATTEMPTS || patience > LONGEST_RETRY_AFTER)
          throw givenUp(server, key, error, failures);
        const backOff = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1)) * (0.5 + jitter.next() / 2);
        const wait = error.retryAfterMillis ?? backOff;
        progress.note(
          `${server.model}: ${key.redact(error.message)}; again in ${(wait / 1000).toFixed(1)} s (attempt ${failures + 1} of ${ATTEMPTS})`,
        );
        if (error.retryAfterMillis !== undefined) pause(wait);
        else await clock.wait(wait, signal);
      }
    }
  };
}

/** Where servers differ in what they call things. */
interface Dialect {
  /** max_completion_tokens in place of max_tokens. */
  readonly newLimit?: boolean;
  /** No stream_options: token counts are then not told. */
  readonly noCounts?: boolean;
}

function inDialect({ max_tokens, stream_options, ...rest }: Body, { newLimit, noCounts }: Dialect): Body {
  return {
    ...rest,
    ...(newLimit ? { max_completion_tokens: max_tokens } : { max_tokens }),
    ...(!noCounts && { stream_options }),
  };
}

async function post(
  server: ServerSpec,
  key: Key,
  body: Body,
  options: AskOptions,
  now: number,
): Promise<Answer> {
  const limit = (server.timeoutSeconds ?? 120) * 1000;
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), limit);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), limit);
  };
  try {
    const response = await fetch(`${server.address.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream, application/json',
        ...key.headers,
      },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: options.signal ? either(options.signal, silence.signal) : silence.signal,
    });
    heard();
    if (!response.ok) throw await refusal(server, key, response, now);
    return await read(response, heard, options.onText ?? (() => {}));
  } catch (error) {
    if (error instanceof Transient || error instanceof Refusal) throw error;
    if (silence.signal.aborted)
      throw new Transient(`nothing was heard for ${limit / 1000} s`, { cause: error });
    if (error instanceof TypeError || (error as Error).name === 'AbortError')
      throw connectionFailure(error as Error, server.address);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function read(response: Response, heard: () => void, onText: (whole: string) => void): Promise<Answer> {
  const reader = new AnswerReader(onText);
  if (!response.headers.get('content-type')?.includes('text/event-stream')) {
    reader.take(await response.text());
    return reader.end();
  }
  const body = async function* () {
    for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      heard();
      yield chunk;
    }
  };
  for await (const data of eventData(body())) reader.take(data);
  return reader.end();
}

/** A request that the server will not answer, however often it is put. */
class Refusal extends Error {
  constructor(
    private readonly status: number,
    private readonly detail: string,
    readonly explained: UserError,
  ) {
    super(detail);
  }

  /** What to say differently; undefined when that was tried, or would not help. */
  dialect(spoken: Dialect): Dialect | undefined {
    if (this.status !== 400 && this.status !== 422) return undefined;
    if (/max_completion_tokens/.test(this.detail) && !spoken.newLimit) return { newLimit: true };
    if (/stream_options/.test(this.detail) && !spoken.noCounts) return { noCounts: true };
    return undefined;
  }
}

async function refusal(server: ServerSpec, key: Key, response: Response, now: number): Promise<Error> {
  const { status, headers } = response;
  const text = key
    .redact(await response.text().catch(() => ''))
    .replace(/\s+/g, ' ')
    .slice(0, 400);
  if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500)
    return new Transient(`status ${status}${text && `: ${text}`}`, {
      retryAfterMillis: retryAfter(headers.get('retry-after'), now),
    });
  return new Refusal(
    status,
    text,
    new UserError(
      `${server.address} refused a request to ${server.model} with status ${status}${text && `: ${text}`}.`,
      mend(server, status),
    ),
  );
}

function mend({ model, keyVariable = 'OPENAI_API_KEY' }: ServerSpec, status: number): string {
  if (status === 401 || status === 403) return `Check the key in the environment variable ${keyVariable}.`;
  if (status === 404)
    return `Check the address (it should end before /chat/completions) and the model ${model}.`;
  if (status >= 300 && status < 400) return 'Give the address it redirects to: keys are not carried along.';
  return 'Check what the server says it cannot do; a prompt longer than the context is a common cause.';
}

function givenUp(server: ServerSpec, key: Key, error: Transient, failures: number): UserError {
  return new UserError(
    `${server.address} did not answer a request to ${server.model} in ${failures} attempt${failures === 1 ? '' : 's'}; last, ${key.redact(error.message)}.`,
    'See whether the server is up and within its limits (requestsPerMinute and timeoutSeconds can be set); what was answered so far is kept.',
  );
}

/** AbortSignal.any, which Node has; the declarations of the DOM that tslab's own TypeScript brings along do not. */
function either(...signals: AbortSignal[]): AbortSignal {
  return (AbortSignal as unknown as { any(signals: AbortSignal[]): AbortSignal }).any(signals);
}
