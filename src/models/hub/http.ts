/** The hub over HTTP. HF_ENDPOINT moves it, HF_TOKEN opens what is gated; the token goes to the hub alone. */
import { UserError } from '../../base/errors.js';

/** A pause in the transfer longer than this ends the attempt. */
const SILENCE = 60_000;
const REDIRECTS = 5;

export interface Hub {
  readonly endpoint: string;
  /** Follows redirects until `enough`; fails with a UserError on 4xx. */
  request(url: string, options?: HubRequest): Promise<HubResponse>;
}

export interface HubRequest {
  readonly method?: 'GET' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  readonly enough?: (response: Response) => boolean;
}

export interface HubResponse {
  readonly response: Response;
  /** The body; ends with an error when the server falls silent. */
  chunks(): AsyncGenerator<Uint8Array>;
}

export function hub(environment: NodeJS.ProcessEnv): Hub {
  const endpoint = (environment.HF_ENDPOINT ?? 'https://huggingface.co').replace(/\/+$/, '');
  const token = environment.HF_TOKEN;
  const { origin } = new URL(endpoint);
  const headersFor = (url: URL): Record<string, string> =>
    token && url.origin === origin ? { authorization: `Bearer ${token}` } : {};
  return {
    endpoint,
    async request(address, { method = 'GET', headers = {}, enough = isOk } = {}) {
      const silence = new AbortController();
      // The timer does not keep the process alive; an open connection does.
      const timer = setTimeout(() => silence.abort(), SILENCE).unref();
      let url = new URL(address);
      for (let hops = 0; ; hops += 1) {
        const all = { 'accept-encoding': 'identity', ...headers, ...headersFor(url) };
        const response = await fetch(url, {
          method,
          headers: all,
          redirect: 'manual',
          signal: silence.signal,
        });
        timer.refresh();
        if (enough(response)) return { response, chunks: () => chunks(response, timer) };
        const location = response.headers.get('location');
        if (!location || response.status < 300 || response.status >= 400 || hops === REDIRECTS)
          throw refused(url, response);
        await response.body?.cancel();
        url = new URL(location, url);
      }
    },
  };
}

const isOk = (response: Response): boolean => response.ok;

async function* chunks(response: Response, timer: NodeJS.Timeout): AsyncGenerator<Uint8Array> {
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    timer.refresh();
    yield chunk;
  }
  clearTimeout(timer);
}

function refused(url: URL, { status }: Response): Error {
  const problem = `${url.origin}${url.pathname} answered with status ${status}.`;
  if (status >= 500 || status === 429) return new Error(problem);
  if (status === 401 || status === 403)
    return new UserError(problem, 'It may be gated: accept its terms on its page and set HF_TOKEN.');
  return new UserError(problem, 'Check owner, repository, revision and file.');
}
