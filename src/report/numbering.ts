/**
 * Numbers of sections, tables, figures and equations, and references to them. While a template runs, both are tokens; when all
 * of it stands, numbers follow the order on the page and every reference must find its target.
 */
import { UserError } from '../base/errors.js';

export const KINDS = ['section', 'subsection', 'appendix', 'table', 'figure', 'equation'] as const;
export type Kind = (typeof KINDS)[number];

const NAMES: Readonly<Record<Kind, string>> = {
  section: 'Section',
  subsection: 'Section',
  appendix: 'Appendix',
  table: 'Table',
  figure: 'Figure',
  equation: 'Equation',
};

export interface Numbered {
  readonly kind: Kind;
  readonly id: string;
  readonly number: string;
}

/** Stands where a number will be; also declares the id as a target. */
export function numberToken(kind: Kind, id: string): string {
  return `\uE000${kind}|${id}\uE001`;
}

/** Stands where a reference will be. */
export function referenceToken(id: string): string {
  return `\uE002${id}\uE003`;
}

/** Replaces all tokens. Throws a UserError for a reference to nothing and for an id given twice. */
export function resolveNumbers(html: string): { html: string; numbered: Numbered[] } {
  const numbered = new Map<string, Numbered>();
  const next = counter();
  for (const [, kind, id] of html.matchAll(/\uE000(\w+)\|([^\uE001]*)\uE001/g)) {
    const seen = numbered.get(id!);
    if (seen)
      throw new UserError(
        `The id "${id}" is given twice in the report, as a ${seen.kind} and as a ${kind}.`,
        'Give each section, table, figure and equation its own.',
      );
    numbered.set(id!, { kind: kind as Kind, id: id!, number: next(kind as Kind) });
  }
  const resolved = html
    .replace(/\uE000\w+\|([^\uE001]*)\uE001/g, (_, id: string) => numbered.get(id)!.number)
    .replace(/\uE002([^\uE003]*)\uE003/g, (_, id: string) => reference(id, numbered));
  return { html: resolved, numbered: [...numbered.values()] };
}

function reference(id: string, numbered: ReadonlyMap<string, Numbered>): string {
  const target = numbered.get(id);
  if (!target)
    throw new UserError(
      `A reference leads to "${id}", which the report does not contain.`,
      `It contains: ${[...numbered.keys()].join(', ') || 'nothing that is numbered'}.`,
    );
  const number = target.kind === 'equation' ? `(${target.number})` : target.number;
  return `<a class="ref" href="#${id}">${NAMES[target.kind]}\u00a0${number}</a>`;
}

function counter(): (kind: Kind) => string {
  const at = { section: 0, subsection: 0, appendix: 0, table: 0, figure: 0, equation: 0 };
  let chapter = '';
  return (kind) => {
    at[kind] += 1;
    if (kind === 'section') chapter = String(at.section);
    if (kind === 'appendix') chapter = String.fromCharCode(64 + at.appendix);
    if (kind === 'section' || kind === 'appendix') {
      at.subsection = 0;
      return chapter;
    }
    return kind === 'subsection' ? `${chapter}.${at.subsection}` : String(at[kind]);
  };
}
