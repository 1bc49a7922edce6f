/** Reading a PDF back: its text and its attachments. */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { packageFolder } from './packages.js';

export interface PdfContent {
  /** Text of each page, white space as pdf.js gives it. */
  readonly pages: readonly string[];
  readonly attachments: ReadonlyMap<string, Uint8Array>;
}

/** Reads a PDF. Throws pdf.js's error when it is none. */
export async function readPdf(pdf: Uint8Array): Promise<PdfContent> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const fonts = join(packageFolder('pdfjs-dist')!, 'standard_fonts/');
  const loading = pdfjs.getDocument({
    data: Uint8Array.from(pdf),
    standardFontDataUrl: pathToFileURL(fonts).href,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
  });
  try {
    const document = await loading.promise;
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
    }
    const found = (await document.getAttachments()) as Record<
      string,
      { filename: string; content: Uint8Array }
    > | null;
    const attachments = new Map(
      Object.values(found ?? {}).map(({ filename, content }) => [filename, content]),
    );
    return { pages, attachments };
  } finally {
    await loading.destroy();
  }
}

/**
 * Text for comparing: without white space, compatibility forms (ligatures) resolved, and one character for those that share a
 * glyph, of which a PDF names only one.
 */
export function squeezed(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\u00ad\u200b]+/g, '')
    .replace(/[\u02bc\u2019]/g, "'")
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(/\u2206/g, '\u0394')
    .replace(/[\u2219\u22c5]/g, '\u00b7');
}
