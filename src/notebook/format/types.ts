/** Notebooks of nbformat 4.5, as they are on disk. */

export type MultilineText = string | readonly string[];
export type Metadata = Readonly<Record<string, unknown>>;
export type MimeBundle = Readonly<Record<string, unknown>>;

export type Output =
  | { readonly output_type: 'stream'; readonly name: string; readonly text: MultilineText }
  | { readonly output_type: 'display_data'; readonly data: MimeBundle; readonly metadata: Metadata }
  | {
      readonly output_type: 'execute_result';
      readonly execution_count: number | null;
      readonly data: MimeBundle;
      readonly metadata: Metadata;
    }
  | {
      readonly output_type: 'error';
      readonly ename: string;
      readonly evalue: string;
      readonly traceback: readonly string[];
    };

interface CommonCell {
  readonly id: string;
  readonly metadata: Metadata;
  readonly source: MultilineText;
}

export interface CodeCell extends CommonCell {
  readonly cell_type: 'code';
  readonly execution_count: number | null;
  readonly outputs: readonly Output[];
}

export interface TextCell extends CommonCell {
  readonly cell_type: 'markdown' | 'raw';
  readonly attachments?: Readonly<Record<string, MimeBundle>>;
}

export type Cell = CodeCell | TextCell;

export interface Notebook {
  readonly nbformat: 4;
  readonly nbformat_minor: number;
  readonly metadata: Metadata;
  readonly cells: readonly Cell[];
}

export const textOf = (text: MultilineText): string => (typeof text === 'string' ? text : text.join(''));
export const isCode = (cell: Cell): cell is CodeCell => cell.cell_type === 'code';

/** Tags of a cell, such as `parameters`. */
export function tagsOf({ metadata }: Cell): readonly string[] {
  const { tags } = metadata;
  return Array.isArray(tags) ? tags.filter((t): t is string => typeof t === 'string') : [];
}
