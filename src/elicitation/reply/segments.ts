/** A reply in order: stretches of text and fenced blocks. */

export interface Segment {
  readonly kind: 'text' | 'block';
  readonly text: string;
  /** The word after an opening fence, lower case; '' when there is none. */
  readonly tag: string;
  /** False for a block whose fence is not closed. */
  readonly closed: boolean;
}

interface Fence {
  readonly mark: string;
  readonly tag: string;
  readonly indent: number;
  /** Text before the fence on its line, as in "Code: ```ts". */
  readonly before: string;
}

/** Fences that hold a document rather than code: what is inside is read as if they were not there. */
const DOCUMENT = new Set(['markdown', 'md', 'mdx']);

export function segmentsOf(reply: string): Segment[] {
  const segments: Segment[] = [];
  let lines: string[] = [];
  let open: Fence | null = null;
  const flush = (closed: boolean) => {
    const text = open ? dedent(lines, open.indent) : lines.join('\n').trim();
    if (text.trim() !== '')
      segments.push({ kind: open ? 'block' : 'text', text, tag: open?.tag ?? '', closed });
    lines = [];
  };
  for (const line of reply.split('\n')) {
    if (open) {
      const code: string | null = beforeClosing(line, open.mark);
      if (code === null) {
        lines.push(line);
        continue;
      }
      if (code.trim() !== '') lines.push(code);
      flush(true);
      open = null;
      continue;
    }
    const fence = openingFence(line);
    if (!fence) {
      lines.push(line);
      continue;
    }
    if (fence.before.trim() !== '') lines.push(fence.before.trimEnd());
    if (DOCUMENT.has(fence.tag)) continue;
    flush(true);
    open = fence;
  }
  flush(open === null);
  return segments;
}

function openingFence(line: string): Fence | null {
  const found = /^(.*?)(`{3,}|~{3,})[ \t]*([A-Za-z][\w+#.-]*)?([^`~]*)$/.exec(line);
  if (!found) return null;
  const [, before = '', mark = '', tag = '', rest = ''] = found;
  // Mid-line, a fence opens only at the line's end: "Code: ```ts".
  if (before.trim() !== '' && rest.trim() !== '') return null;
  return { mark, tag: tag.toLowerCase(), indent: before.trim() === '' ? before.length : 0, before };
}

/** What stands before a closing fence on its line (usually nothing, sometimes "}"); null when the line closes nothing. */
function beforeClosing(line: string, mark: string): string | null {
  const character = mark[0] === '~' ? '~' : '`';
  const found = new RegExp(`^(.*?)${character}{${mark.length},}[ \\t]*$`).exec(line);
  return found ? found[1]! : null;
}

function dedent(lines: readonly string[], indent: number): string {
  const lead = new RegExp(`^[ \\t]{0,${indent}}`);
  return lines.map((line) => line.replace(lead, '')).join('\n');
}
