/**
 * Edits of a PDF's bytes that keep its tags, outline and links: constant dates and ids, and an attachment.
 * Chromium writes PDF 1.4 with a classic cross-reference table; anything else is refused rather than guessed at.
 */
import { zlibSync } from 'fflate';

/**
 * Makes two prints of one page equal. They differ in their dates and in the ids of tagged nodes; both are replaced at equal
 * length, so that no offset moves. Ids are renumbered by rank, which keeps the order that the id tree needs.
 */
export function normalisePdf(pdf: Uint8Array, date: Date): Buffer {
  const bytes = Buffer.from(pdf);
  const stamp = pdfDate(date);
  const text = bytes.toString('latin1');
  const put = (at: number, value: string) => void bytes.write(value, at, 'latin1');
  for (const found of text.matchAll(/\/(?:CreationDate|ModDate) \((D:\d{14}[+-]\d\d'\d\d'?)\)/g)) {
    const old = found[1]!;
    put(found.index! + found[0].length - 1 - old.length, stamp.slice(0, old.length));
  }
  const nodes = [...text.matchAll(/\(node(\d+)\)/g)];
  const ranks = new Map([...new Set(nodes.map((n) => n[1]!))].sort().map((id, rank) => [id, rank]));
  for (const { 0: whole, 1: id, index } of nodes)
    put(index!, `(node${String(ranks.get(id!)!).padStart(whole.length - 6, '0')})`);
  return bytes;
}

/** PostScript names of the fonts in a PDF, without subset prefixes. */
export function pdfFontNames(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString('latin1');
  return [...new Set([...text.matchAll(/\/FontName \/(?:[A-Z]{6}\+)?([^\s/>]+)/g)].map((m) => m[1]!))].sort();
}

export interface Attachment {
  readonly name: string;
  readonly description: string;
  readonly data: Uint8Array;
}

/** Appends a file to a PDF as an incremental update: the bytes before stay as they are. Equal input gives equal bytes. */
export function attachFile(pdf: Uint8Array, { name, description, data }: Attachment): Buffer {
  const base = Buffer.from(pdf);
  const text = base.toString('latin1');
  const { size, root, info, xref } = trailerOf(text);
  const catalog = objectAt(text, xref, root);
  if (/\/(Names|AF)\b/.test(catalog)) throw new Error('the PDF already has attachments');
  const [stream, file] = [size, size + 1];
  const packed = Buffer.from(zlibSync(data, { level: 9 }));
  const update = new Update(base.length + 1);
  update.object(
    root,
    catalog.replace(
      />>\s*$/,
      `/Names <</EmbeddedFiles <</Names [(${name}) ${file} 0 R]>>>> /AF [${file} 0 R]>>`,
    ),
  );
  update.object(
    stream,
    `<</Type /EmbeddedFile /Subtype /application#2Fjson /Filter /FlateDecode /Length ${packed.length} /Params <</Size ${data.length}>>>>`,
    packed,
  );
  update.object(
    file,
    `<</Type /Filespec /F (${name}) /UF (${name}) /Desc (${description}) /AFRelationship /Data /EF <</F ${stream} 0 R>>>>`,
  );
  const tail = update.finish(`<</Size ${size + 2} /Root ${root} 0 R ${info} /Prev ${xref}>>`);
  return Buffer.concat([base, Buffer.from('\n'), tail]);
}

/** Objects of an incremental update, with the cross-reference sections that find them. */
class Update {
  private readonly parts: Buffer[] = [];
  private readonly offsets = new Map<number, number>();

  constructor(private at: number) {}

  object(number: number, dictionary: string, stream?: Buffer): void {
    this.offsets.set(number, this.at);
    this.write(Buffer.from(`${number} 0 obj\n${dictionary}\n`, 'latin1'));
    if (stream) {
      this.write(Buffer.from('stream\n'));
      this.write(stream);
      this.write(Buffer.from('\nendstream\n'));
    }
    this.write(Buffer.from('endobj\n'));
  }

  finish(trailer: string): Buffer {
    const start = this.at;
    const sections = [...this.offsets]
      .sort(([a], [b]) => a - b)
      .map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
    this.write(Buffer.from(`xref\n${sections.join('')}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`));
    return Buffer.concat(this.parts);
  }

  private write(bytes: Buffer): void {
    this.parts.push(bytes);
    this.at += bytes.length;
  }
}

function trailerOf(text: string): { size: number; root: number; info: string; xref: number } {
  const end = text.lastIndexOf('trailer');
  const tail = end < 0 ? '' : text.slice(end);
  const size = /\/Size (\d+)/.exec(tail)?.[1];
  const root = /\/Root (\d+) 0 R/.exec(tail)?.[1];
  const info = /\/Info \d+ 0 R/.exec(tail)?.[0];
  const xref = /startxref\s+(\d+)/.exec(tail)?.[1];
  if (!size || !root || !info || !xref || !text.startsWith('xref', Number(xref)))
    throw new Error('not a PDF as Chromium writes them: no classic cross-reference table');
  return { size: Number(size), root: Number(root), info, xref: Number(xref) };
}

/** The dictionary of an object, found by the cross-reference table (one section, from 0). */
function objectAt(text: string, xref: number, number: number): string {
  const head = /^xref\s+0 (\d+)\s+/.exec(text.slice(xref, xref + 40));
  if (!head)
    throw new Error('not a PDF as Chromium writes them: its cross-reference table does not start at 0');
  const offset = Number(
    text.slice(xref + head[0].length + 20 * number, xref + head[0].length + 20 * number + 10),
  );
  const object = text.slice(offset, text.indexOf('endobj', offset));
  const body = /^(\d+) 0 obj\s+(<<.*>>)\s*$/s.exec(object);
  if (!body || Number(body[1]) !== number) throw new Error(`PDF object ${number} is not where it should be`);
  return body[2]!;
}

/** PDF 32000-1, 7.9.4, in UTC. */
function pdfDate(date: Date): string {
  return `D:${date.toISOString().replace(/\D/g, '').slice(0, 14)}+00'00'`;
}
