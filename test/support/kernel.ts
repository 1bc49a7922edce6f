/** A kernel for tests, and short ways to read what it published. */
import { fileURLToPath } from 'node:url';
import { KernelClient, type Answer, type Message } from 'fides/kernel';

const main = fileURLToPath(new URL('../../dist/kernel-extensions/main.js', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));

/** A fresh kernel that runs cells from `cwd`, the repository's root by default. */
export function launchKernel(
  options: { readonly cwd?: string; readonly args?: readonly string[] } = {},
): Promise<KernelClient> {
  return KernelClient.launch({
    argv: [process.execPath, main, '{connection_file}', ...(options.args ?? [])],
    cwd: options.cwd ?? root,
  });
}

/** Its stream text, all of it in order. */
export function streamed({ outputs }: Pick<Answer, 'outputs'>, name: 'stdout' | 'stderr' = 'stdout'): string {
  const ours = outputs.filter((m) => m.header.msg_type === 'stream' && m.content['name'] === name);
  return ours.map((m) => String(m.content['text'])).join('');
}

/** The MIME types of its value, or undefined when it has none. */
export function result({ outputs }: Pick<Answer, 'outputs'>): Record<string, unknown> | undefined {
  const message = outputs.find((m) => m.header.msg_type === 'execute_result');
  return message?.content['data'] as Record<string, unknown> | undefined;
}

export function ofType({ outputs }: Pick<Answer, 'outputs'>, type: string): readonly Message[] {
  return outputs.filter((m) => m.header.msg_type === type);
}
