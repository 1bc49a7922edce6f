/** Reads a chat completion, streamed (server-sent events) or whole, trusting nothing in it. */
import { z } from 'zod';
import { Transient } from './transient.js';

export interface Answer {
  readonly text: string;
  readonly finishReason: 'stop' | 'length' | 'error';
  /** 0 when the server does not say. */
  readonly promptTokens: number;
  readonly completionTokens: number;
}

const usage = z
  .object({
    prompt_tokens: z.number().int().nonnegative(),
    completion_tokens: z.number().int().nonnegative(),
  })
  .nullish();
const message = z.object({ content: z.string().nullish() });
const reply = z.object({
  choices: z.array(
    z.object({ delta: message.optional(), message: message.optional(), finish_reason: z.string().nullish() }),
  ),
  usage,
});
const failure = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) });

/** An answer as it arrives; `end` fails when the server stopped before it was whole. */
export class AnswerReader {
  private text = '';
  private finish: string | undefined;
  private counts = { promptTokens: 0, completionTokens: 0 };

  constructor(private readonly onText: (text: string) => void) {}

  /** One JSON document: an event of a stream, or a whole answer. */
  take(json: string): void {
    const document = parse(json);
    const failed = failure.safeParse(document);
    if (failed.success) {
      const { error } = failed.data;
      throw new Transient(`the server broke off: ${typeof error === 'string' ? error : error.message}`);
    }
    const { success, data } = reply.safeParse(document);
    if (!success) throw new Transient(`the server's answer is not a chat completion: ${json.slice(0, 200)}`);
    const [choice] = data.choices;
    const piece = (choice?.delta ?? choice?.message)?.content;
    if (piece) {
      this.text += piece;
      this.onText(this.text);
    }
    this.finish = choice?.finish_reason ?? this.finish;
    if (data.usage)
      this.counts = {
        promptTokens: data.usage.prompt_tokens,
        completionTokens: data.usage.completion_tokens,
      };
  }

  end(): Answer {
    if (this.finish === undefined) throw new Transient('the connection was cut before the answer was whole');
    const known = this.finish === 'stop' || this.finish === 'length';
    return {
      text: this.text,
      finishReason: known ? (this.finish as 'stop' | 'length') : 'error',
      ...this.counts,
    };
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new Transient(`the server sent malformed JSON: ${json.slice(0, 200)}`, { cause });
  }
}

/** The data of the events in a byte stream, to the stream's end or [DONE]. */
export async function* eventData(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let buffer = '';
  for await (const chunk of body) {
    buffer += decoder.decode(chunk, { stream: true });
    const lines = buffer.split(/\r\n|\r|\n/);
    buffer = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data:')) continue;
      const data = line.slice(5).trim();
      if (data === '[DONE]') return;
      if (data) yield data;
    }
  }
}
