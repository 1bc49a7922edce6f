/** What a kernel publishes, gathered into the outputs of cells as Jupyter's own clients do. */
import type { Message } from '../../../kernel-extensions/index.js';
import type { MimeBundle, Output } from '../format/types.js';

type Content = Message['content'];

/** Outputs of one cell, which grow as its messages come, late ones included. */
export interface CellOutputs {
  readonly outputs: Output[];
  take(message: Message): void;
}

interface Display {
  readonly outputs: Output[];
  readonly at: number;
}

/** Gathers the outputs of one notebook; a display_id may be updated from a later cell. */
export class OutputCollector {
  readonly #displays = new Map<string, Display[]>();

  /** @param changed is told whose outputs have changed */
  constructor(private readonly changed: (outputs: readonly Output[]) => void) {}

  cell(): CellOutputs {
    const outputs: Output[] = [];
    let clearNext = false;
    const clear = () => {
      clearNext = false;
      outputs.length = 0;
      this.#forget(outputs);
    };
    const take = (message: Message): void => {
      const { msg_type: type } = message.header;
      if (type === 'update_display_data') return this.#update(message.content);
      if (type === 'clear_output') {
        if (message.content.wait === true) clearNext = true;
        else clear();
      } else {
        const output = outputOf(type, message.content);
        if (!output) return;
        if (clearNext) clear();
        append(outputs, output);
        this.#remember(message.content, outputs);
      }
      this.changed(outputs);
    };
    return { outputs, take };
  }

  #remember(content: Content, outputs: Output[]): void {
    const id = displayId(content);
    if (id === undefined) return;
    this.#displays.set(id, [...(this.#displays.get(id) ?? []), { outputs, at: outputs.length - 1 }]);
  }

  #forget(cleared: readonly Output[]): void {
    for (const [id, places] of this.#displays)
      this.#displays.set(
        id,
        places.filter(({ outputs }) => outputs !== cleared),
      );
  }

  #update(content: Content): void {
    for (const { outputs, at } of this.#displays.get(displayId(content) ?? '') ?? []) {
      const old = outputs[at];
      if (!old || !('data' in old)) continue;
      outputs[at] = { ...old, ...bundleOf(content) };
      this.changed(outputs);
    }
  }
}

function outputOf(type: string, content: Content): Output | null {
  switch (type) {
    case 'stream':
      return { output_type: 'stream', name: String(content.name), text: String(content.text) };
    case 'error':
      return {
        output_type: 'error',
        ename: String(content.ename),
        evalue: String(content.evalue),
        traceback: Array.isArray(content.traceback) ? content.traceback.map(String) : [],
      };
    case 'execute_result': {
      const count = content.execution_count;
      return {
        output_type: 'execute_result',
        execution_count: typeof count === 'number' ? count : null,
        ...bundleOf(content),
      };
    }
    case 'display_data':
      return { output_type: 'display_data', ...bundleOf(content) };
    default:
      return null;
  }
}

function displayId(content: Content): string | undefined {
  return (content.transient as { display_id?: string } | undefined)?.display_id;
}

function bundleOf(content: Content): { data: MimeBundle; metadata: MimeBundle } {
  return { data: (content.data ?? {}) as MimeBundle, metadata: (content.metadata ?? {}) as MimeBundle };
}

/** Text of one stream in a row becomes one output. */
function append(outputs: Output[], output: Output): void {
  const last = outputs.at(-1);
  const continues =
    output.output_type === 'stream' && last?.output_type === 'stream' && last.name === output.name;
  if (continues)
    outputs[outputs.length - 1] = { ...last, text: `${last.text as string}${output.text as string}` };
  else outputs.push(output);
}
