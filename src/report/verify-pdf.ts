/** Checks of a report's PDF: its bytes against the bindings it carries, these against the evidence, and its text against them. */
import { sha256 } from '../base/digest.js';
import type { Bindings } from './bindings.js';
import { typesetMinus } from './format.js';
import { bindPdf, BINDINGS_NAME } from './pdf.js';
import { readPdf, squeezed, type PdfContent } from './read-pdf.js';

/** The bindings attached to a PDF as text, less the PDF's own digest; null when there are none. */
export async function readBoundPdf(pdf: Uint8Array): Promise<string | null> {
  const bound = attached(await readOrNull(pdf));
  if (bound === null) return null;
  const { pdf: _own, ...bindings } = bound;
  return `${JSON.stringify(bindings, null, 1)}\n`;
}

/** What is wrong with a PDF whose bindings should be `expected`. */
export async function checkPdf(pdf: Uint8Array, expected: Bindings): Promise<string[]> {
  const content = await readOrNull(pdf);
  const bound = attached(content);
  if (!content || !bound) return ['it carries no bindings that can be read'];
  const base = pdf.subarray(0, bound.pdf.bytes);
  if (sha256(base) !== bound.pdf.digest) return ['its pages are not as they were set: a byte was changed'];
  if (!bindPdf(base, expected).equals(pdf))
    return ['its bindings are not what the evidence gives, or a byte of them was changed'];
  return missingNumbers(content, expected);
}

/** Numbers of tables that are not printed, in their order, after the table's caption. */
function missingNumbers({ pages }: PdfContent, { tables }: Bindings): string[] {
  const text = squeezed(pages.join(' '));
  return tables.flatMap(({ id, number, cells }) => {
    if (number === null) return [];
    let at = text.indexOf(squeezed(`Table ${number}.`));
    const lost = cells.find(({ value, printed }) => {
      if (typeof value !== 'number') return false;
      const found = text.indexOf(squeezed(typesetMinus(printed)), at);
      if (found >= 0) at = found;
      return found < 0;
    });
    return lost
      ? [`table ${id}, row ${lost.row + 1}, column ${lost.column}: ${lost.printed} is not printed`]
      : [];
  });
}

type Bound = Bindings & { readonly pdf: { readonly bytes: number; readonly digest: string } };

function attached(content: PdfContent | null): Bound | null {
  const bytes = content?.attachments.get(BINDINGS_NAME);
  if (!bytes) return null;
  try {
    const value = JSON.parse(Buffer.from(bytes).toString('utf8')) as Bound;
    return typeof value.pdf?.bytes === 'number' ? value : null;
  } catch {
    return null;
  }
}

async function readOrNull(pdf: Uint8Array): Promise<PdfContent | null> {
  try {
    return await readPdf(pdf);
  } catch {
    return null;
  }
}
