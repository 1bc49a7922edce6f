/** What a kernel publishes, gathered into the outputs of cells as Jupyter's own clients do. */
import type { Message } from '../../../kernel-extensions/index.js';
import type { MimeBundle, Output } from '../format/types.js';

interface Display {
  readonly outputs: Output[];
  readonly at: number;
}

/** Gathers outputs of one notebook; a display_id may be updated from a later cell. */
export class OutputCollector {
  readonly #displays = new Map<string, Display[]>();

  /** Starts a cell; returns its outputs, which grow, and the function that takes its messages. */
  cell(): { readonly outputs: Output[]; readonly take: (message: Message) => void } {
    const outputs: Output[] = [];
    let clearNext = false;
    const clear = () => {
      outputs.length = 0;
      for (const [id, places] of this.#displays)
        this.#displays.set(
          id,
          places.filter((p) => p.outputs !== outputs),
        );
    };
    const add = (output: Output) => {
      if (clearNext) clear();
      clearNext = false;
      outputs.push(output);
    };
    const take = ({ header, content }: Message): void => {
      switch (header.msg_type) {
        case 'clear_output':
          if (content.wait === true) clearNext = true;
          else clear();
          return;
        case 'update_display_data':
          return this.#update(content);
        case 'stream':
          if (clearNext) clear();
          clearNext = false;
          return appendStream(outputs, String(content.name), String(content.text));
        case 'error':
          return add({
            output_type: 'error',
            ename: String(content.ename),
            evalue: String(content.evalue),
            traceback: (content.traceback as string[] | undefined) ?? [],
          });
        case 'execute_result':
          add({
            output_type: 'execute_result',
            execution_count: content.execution_count as number,
            ...bundleOf(content),
          });
          return this.#remember(content, outputs);
        case 'display_data':
          add({ output_type: 'display_data', ...bundleOf(content) });
          return this.#remember(content, outputs);
      }
    };
    return { outputs, take };
  }

  #remember(content: Message['content'], outputs: Output[]): void {
    const id = displayId(content);
    if (id === undefined) return;
    this.#displays.set(id, [...(this.#displays.get(id) ?? []), { outputs, at: outputs.length - 1 }]);
  }

  #update(content: Message['content']): void {
    for (const { outputs, at } of this.#displays.get(displayId(content) ?? '') ?? []) {
      const old = outputs[at];
      if (old && 'data' in old) outputs[at] = { ...old, ...bundleOf(content) };
    }
  }
}

function displayId(content: Message['content']): string | undefined {
  return (content.transient as { display_id?: string } | undefined)?.display_id;
}

function bundleOf(content: Message['content']): { data: MimeBundle; metadata: MimeBundle } {
  return { data: (content.data ?? {}) as MimeBundle, metadata: (content.metadata ?? {}) as MimeBundle };
}

/** Text of one stream in a row becomes one output. */
function appendStream(outputs: Output[], name: string, text: string): void {
  const last = outputs.at(-1);
  if (last?.output_type === 'stream' && last.name === name)
    outputs[outputs.length - 1] = { ...last, text: `${last.text as string}${text}` };
  else outputs.push({ output_type: 'stream', name, text });
}
