/** The models of the golden study: replies from files, and a judge whose answers were decided by hand. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { completionKey, type CompletionRequest, type LanguageModel } from 'fides/models';

export const FOLDER = join(import.meta.dirname, 'golden');
export const FILE = join(FOLDER, 'study.yaml');
const replies = readdirSync(FOLDER)
  .filter((f) => f.endsWith('.md'))
  .sort()
  .map((f) => readFileSync(join(FOLDER, f), 'utf8'));

/** d, i, x, m of the judge by strategy; all yes where none is given. 5 is answered with what is not JSON. */
const NOES: Readonly<Record<string, readonly string[]>> = {
  '01': ['d'],
  '03': ['d', 'x'],
  '06': ['d', 'i', 'x', 'm'],
};

function scripted(name: string, reply: (request: CompletionRequest) => string): LanguageModel {
  const identity = { name, digest: `${name}-by-hand`, family: name === 'hand' ? 'hand' : 'clerk' };
  const engine = { backend: 'replay', version: '1', device: 'none', sequences: 1 } as const;
  return {
    identity,
    engine,
    contextSize: 10_000,
    complete: async (request) => ({
      text: reply(request),
      finishReason: 'stop',
      promptTokens: 100,
      completionTokens: 100,
      key: completionKey(identity, engine, request),
      model: identity,
      engine,
      timings: { millis: 0, cached: false, deviceName: 'none' },
    }),
    close: async () => {},
  };
}

function answer({ messages }: CompletionRequest): string {
  const id = /Strategy (\d\d)\./.exec(messages.at(-1)!.content)![1]!;
  if (id === '05') return 'I think that the code matches.';
  return JSON.stringify(
    Object.fromEntries(['d', 'i', 'x', 'm'].map((check) => [check, !NOES[id]?.includes(check)])),
  );
}

/** Hears a claim to beat holding and one of a positive Sharpe ratio; of a profit it says what is not JSON. */
function listen({ messages, schema }: CompletionRequest): string {
  const edge = messages.at(-1)!.content.split('Claimed edge: ').at(-1)!;
  if (/profit/.test(edge)) return 'It claims a profit.';
  const heard: Readonly<Record<string, boolean>> = {
    return_above_benchmark: /beats|outperforms/.test(edge),
    positive_sharpe: /positive Sharpe/.test(edge),
  };
  const asked = Object.keys((schema as { properties: Record<string, unknown> }).properties);
  return JSON.stringify(Object.fromEntries(asked.map((key) => [key, heard[key] ?? false])));
}

const ANSWERS: Readonly<Record<string, (request: CompletionRequest) => string>> = {
  judge: answer,
  listener: listen,
};

export const open = async ({ name }: { name: string }) =>
  scripted(name, ANSWERS[name] ?? (({ sampling }) => replies[sampling.seed - 1]!));
