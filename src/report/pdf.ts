/** HTML to PDF: tagged, with outline, all fonts our own, equal bytes for equal pages, and read back before it is trusted. */
import type { Browser, Page } from 'puppeteer';
import { sha256 } from '../base/digest.js';
import { UserError } from '../base/errors.js';
import { OWN_FONTS } from './fonts.js';
import { attachFile, normalisePdf, pdfFontNames } from './pdf-file.js';
import { readPdf, squeezed, type PdfContent } from './read-pdf.js';

/** Name of the attachment that holds the bindings. */
export const BINDINGS_NAME = 'bindings.json';

export interface PdfOptions {
  /** Written into the file; set from outside, so that equal reports are equal files. */
  readonly date: Date;
  /** Texts that must be found in the PDF, each a caption in parts. */
  readonly captions?: readonly (readonly string[])[];
}

/** Prints a self-contained page. Throws when it asks for anything else, when a font fails, or when the text is not all there. */
export async function printPdf(
  browser: Browser,
  html: string,
  { date, captions = [] }: PdfOptions,
): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    const asked = await watchRequests(page);
    await page.setContent(html, { waitUntil: 'load', timeout: 300_000 });
    await loadFonts(page);
    const visible = await page.evaluate('document.body.innerText');
    const printed = await page.pdf({
      preferCSSPageSize: true,
      printBackground: true,
      tagged: true,
      outline: true,
      timeout: 300_000,
    });
    if (asked.length > 0)
      throw new UserError(
        `A report must hold all it needs, and this page asks for ${asked.join(', ')}.`,
        'Put the data into the template, as data: addresses where need be.',
      );
    const pdf = normalisePdf(printed, date);
    guard(pdf, await readPdf(pdf), String(visible), captions);
    return pdf;
  } finally {
    await page.close();
  }
}

/**
 * Attaches the bindings. They also hold length and digest of the PDF before the attachment, and the attachment is a function
 * of both, so that a change of any byte of the file shows.
 */
export function bindPdf(pdf: Uint8Array, bindings: object): Buffer {
  const bound = { ...bindings, pdf: { bytes: pdf.length, digest: sha256(pdf) } };
  return attachFile(pdf, {
    name: BINDINGS_NAME,
    description: 'Every published number with its records; fides verify checks it.',
    data: Buffer.from(`${JSON.stringify(bound, null, 1)}\n`),
  });
}

/**
 * Nothing leaves the machine, and what the page asks for beside its own data is listed. Not by request interception, which
 * also stops data addresses: embedded fonts then fail to load.
 */
async function watchRequests(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.setOfflineMode(true);
  page.on('request', (request) => {
    if (!/^(data|about):/.test(request.url())) asked.push(request.url().slice(0, 200));
  });
  return asked;
}

/** Fonts that only page margins use are not loaded by printing; so all are loaded here. */
async function loadFonts(page: Page): Promise<void> {
  const failed = (await page.evaluate(`(async () => {
    const results = await Promise.allSettled([...document.fonts].map((font) => font.load()));
    return results.flatMap((result, i) => result.status === 'rejected' ? [[...document.fonts][i].family] : []);
  })()`)) as string[];
  if (failed.length > 0) throw new Error(`fonts that did not load: ${failed.join(', ')}`);
}

/** A browser without fonts draws nothing and says nothing; a missing glyph is taken from any font. Both end here. */
function guard(
  pdf: Buffer,
  content: PdfContent,
  visible: string,
  captions: readonly (readonly string[])[],
): void {
  const text = squeezed(content.pages.join(' '));
  if (text === '') throw new Error('the browser drew no text at all; no font was found');
  const foreign = pdfFontNames(pdf).filter((name) => !OWN_FONTS.test(name));
  const drawn = new Set(text);
  const missing = [...new Set(squeezed(visible))].filter((c) => !drawn.has(c));
  if (foreign.length > 0 || missing.length > 0)
    throw new Error(
      `characters without a glyph in the report's fonts: ${missing.join(' ') || 'see the fonts'}` +
        (foreign.length > 0 ? `; fonts that are not the report's: ${foreign.join(', ')}` : ''),
    );
  for (const caption of captions)
    for (const part of caption)
      if (!text.includes(squeezed(part))) throw new Error(`the PDF lacks the caption "${part}"`);
}
