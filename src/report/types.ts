/**
 * A report is declared: tables, figures and values are functions of the evidence, a template puts them on pages.
 * Nothing here knows a paper. Declarations are pure: equal evidence gives equal tables, drawings and texts, on any machine.
 */
import type { Digest } from '../base/digest.js';

/** What a cell holds; null is printed as a dash. Never NaN or Infinity (bindings are JSON). */
export type Value = number | string | boolean | null;

/** What a number was computed from: the index of a record in a run, or another name in the evidence, such as a symbol. */
export type RecordKey = number | string;

/**
 * Text with inline markup: `*emphasis*`, `**strong**`, `` `code` ``, `$TeX$`, and `@[id]`, a cross-reference that is printed
 * as "Table 2" and fails the build when nothing has that id. A function where the text depends on the evidence.
 */
export type Text<E> = string | ((evidence: E) => string);

/** How a number is printed, such as `signed(3)` of format.ts. The minus is set as U+2212 afterwards. */
export type Format = (value: number) => string;

/** One published number: what it is, what it was computed from, and what the paper printed for it. */
export interface Cell {
  readonly value: Value;
  /** Inline markup to print instead of the formatted value, for a cell that says more than its number. */
  readonly text?: string;
  /** The value in the paper; shown beside ours with the difference. Null or absent when it published none. */
  readonly published?: number | null;
  /** Ends of an interval around the value, printed beside it and kept in the CSV. */
  readonly interval?: readonly [low: number, high: number];
  readonly records?: readonly RecordKey[];
  /** A remark under the table, marked by a letter; equal remarks share a letter. Inline markup. */
  readonly note?: string;
  /** Set in bold, or in grey. */
  readonly stress?: 'strong' | 'muted';
}

export interface Column {
  /** Key into a row's cells and head of the column in the CSV. */
  readonly key: string;
  /** Head on the page, inline markup. */
  readonly head: string;
  /** A head that spans neighbouring columns of the same group, with a thin rule under it. */
  readonly group?: string;
  /** Numbers right, anything else left, when absent. */
  readonly align?: 'left' | 'right' | 'center';
  /** For numbers; `general` of format.ts when absent. */
  readonly format?: Format;
  /**
   * Where published values go: 'below' ours in small type with the difference, or in 'columns' of their own
   * (ours, published, difference). 'below' when absent. Cells without a published value show ours only.
   */
  readonly published?: 'below' | 'columns';
  /** Plain values that were measured when the evidence was made and that its digest does not cover; see measured.ts. */
  readonly measured?: boolean;
  /** CSS width, such as `30%`, for a column of words. */
  readonly width?: string;
}

export interface Row {
  readonly cells: Readonly<Record<string, Cell | Value>>;
  /** Records of all cells of the row that name none of their own. */
  readonly records?: readonly RecordKey[];
  /** A thin rule above the row, before a mean or a total. */
  readonly rule?: boolean;
  /** A line of its own above the row, in italics, that names the rows that follow. */
  readonly label?: string;
}

/** A table: one file in tables/. Written as tables/<id>.csv and set by `{{ table('<id>') }}`. */
export interface TableDeclaration<E> {
  /** Lower-case words with hyphens; the file name, and the target of cross-references. */
  readonly id: string;
  /** A sentence or two, set above the table after its number. */
  readonly caption: Text<E>;
  readonly columns: readonly Column[] | ((evidence: E) => readonly Column[]);
  readonly rows: (evidence: E) => readonly Row[];
  /** Paragraphs under the table. */
  readonly notes?: readonly string[] | ((evidence: E) => readonly string[]);
  /** 'wide' turns the page on its side; 'small' sets the type smaller. */
  readonly size?: 'small' | 'wide';
}

/** A row of figure data. A field `record` (or `records`) binds the mark to its records and lets the HTML find them. */
export type Datum = Readonly<Record<string, Value | readonly Value[]>>;

export type Drawing =
  | {
      readonly kind: 'vega-lite';
      /** A Vega-Lite specification without data; house style is in figures.ts. Name the sets with `data: { name }` when there are several. */
      readonly spec: Readonly<Record<string, unknown>>;
      /** Rows of the figure, or of each named set. Written as figures/<id>.json beside the SVG. */
      readonly data: readonly Datum[] | Readonly<Record<string, readonly Datum[]>>;
    }
  | {
      readonly kind: 'svg';
      /** A whole `<svg>` element with a viewBox in CSS pixels, drawn in the fonts of style.ts. Ids in it must be unique to the figure. */
      readonly svg: string;
      readonly data?: readonly Datum[];
    };

/** A figure: one file in figures/. Written as figures/<id>.svg and set by `{{ figure('<id>') }}`. */
export interface FigureDeclaration<E> {
  readonly id: string;
  readonly caption: Text<E>;
  /** What is to be seen, for those who cannot; plain text. */
  readonly alt: Text<E>;
  /** Null where the evidence holds nothing to draw: the figure then says so. */
  readonly draw: (evidence: E) => Drawing | null;
  readonly notes?: readonly string[] | ((evidence: E) => readonly string[]);
}

/** A number in the prose: set by `{{ value('<id>') }}`, bound like a table's cell. */
export interface ValueDeclaration<E> {
  readonly id: string;
  readonly of: (evidence: E) => Cell | Value;
  readonly format?: Format;
}

/** All that a template can show. A template folder without declarations of its own is rendered with those of a shipped report. */
export interface ReportDeclaration<E> {
  /** Folder of templates/reports that holds the template. */
  readonly name: string;
  readonly title: Text<E>;
  readonly identify: (evidence: E) => EvidenceName;
  /** Reads all of the evidence for `fides verify`; throws a UserError at the first part that is not what its digest says. */
  readonly check?: (evidence: E) => void;
  readonly tables: readonly TableDeclaration<E>[];
  readonly figures: readonly FigureDeclaration<E>[];
  readonly values?: readonly ValueDeclaration<E>[];
  /** What else the template reads, as JSON: lists for an appendix, texts. In the template as `data`. Bound by its digest. */
  readonly context?: (evidence: E) => Readonly<Record<string, unknown>>;
}

export interface EvidenceName {
  /** As in a folder name, such as `demo-1a2b3c4d`. */
  readonly id: string;
  /** Covers every byte that a declaration may read. */
  readonly digest: Digest;
}

/** A report with what it is made of. */
export interface ReportOf<E> {
  readonly declaration: ReportDeclaration<E>;
  readonly evidence: E;
}
