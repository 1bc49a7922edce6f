/** The fonts of a report, from npm packages, embedded by need: only subsets whose characters occur. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './packages.js';
import { MONO, SANS, SERIF } from './style.js';

interface Face {
  readonly family: string;
  readonly folder: string;
  readonly weight: 400 | 600;
  readonly style: 'normal' | 'italic';
}

const face = (family: string, folder: string, weight: 400 | 600, style: 'normal' | 'italic'): Face => ({
  family,
  folder,
  weight,
  style,
});

const FACES: readonly Face[] = [
  face(SERIF, 'source-serif-4', 400, 'normal'),
  face(SERIF, 'source-serif-4', 400, 'italic'),
  face(SERIF, 'source-serif-4', 600, 'normal'),
  face(SERIF, 'source-serif-4', 600, 'italic'),
  face(SANS, 'source-sans-3', 400, 'normal'),
  face(SANS, 'source-sans-3', 400, 'italic'),
  face(SANS, 'source-sans-3', 600, 'normal'),
  face(MONO, 'source-code-pro', 400, 'normal'),
  face(MONO, 'source-code-pro', 600, 'normal'),
];

const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic'] as const;
type Subset = (typeof SUBSETS)[number];

/** Arrows and relations (say→do, ≤, ≈) that the Source families lack in these subsets, from KaTeX's Roman. */
const SYMBOLS = { family: 'Fides Symbols', range: 'U+2190-21FF,U+2200-2211,U+2213-22FF,U+25A0-25FF,U+2713' };

/** Faces of KaTeX beyond Main and Math, and the class or markup that calls for each. */
const KATEX_FACES: readonly [file: string, weight: string, style: string, needed: RegExp | null][] = [
  ['Main-Regular', 'normal', 'normal', null],
  ['Math-Italic', 'normal', 'italic', /mathnormal|textit|mathit/],
  ['Main-Bold', 'bold', 'normal', /mathbf|textbf|boldsymbol/],
  ['Main-Italic', 'normal', 'italic', /mathit|textit/],
  ['Math-BoldItalic', 'bold', 'italic', /boldsymbol/],
  ['AMS-Regular', 'normal', 'normal', /amsrm|mathbb/],
  ['Caligraphic-Regular', 'normal', 'normal', /mathcal/],
  ['SansSerif-Regular', 'normal', 'normal', /mathsf|textsf/],
  ['Typewriter-Regular', 'normal', 'normal', /mathtt|texttt/],
  ['Size1-Regular', 'normal', 'normal', /size1|small-op/],
  ['Size2-Regular', 'normal', 'normal', /size2|large-op/],
  ['Size3-Regular', 'normal', 'normal', /size3/],
  ['Size4-Regular', 'normal', 'normal', /size4/],
];

/** PostScript names that may stand in a PDF's list of fonts, without the subset prefix and the weight. */
export const OWN_FONTS = /^(SourceSerif4|SourceSans3|SourceCodePro|KaTeX_)/;

/** `@font-face` rules for a page: every face, with the subsets that the text needs; KaTeX's where there is maths. */
export function fontFaceCss(html: string): string {
  const rules = FACES.flatMap((f) =>
    subsetsFor(html).map((subset) =>
      rule(f.family, String(f.weight), f.style, fontFile(f, subset), subsetRange(f.folder, subset)),
    ),
  );
  if (touches(html, SYMBOLS.range))
    rules.push(rule(SYMBOLS.family, '400 600', 'normal', katexFile('Main-Regular'), SYMBOLS.range));
  if (html.includes('class="katex'))
    for (const [file, weight, style, needed] of KATEX_FACES)
      if (needed === null || needed.test(html))
        rules.push(rule(`KaTeX_${file.split('-')[0]}`, weight, style, katexFile(file)));
  return rules.join('\n');
}

/** The sans faces that a figure uses, for an SVG that stands by itself. */
export function figureFontCss(svg: string): string {
  const faces = FACES.filter(
    (f) =>
      f.family === SANS &&
      f.style === 'normal' &&
      (f.weight === 400 || /font-weight[=:]"?600|bold/.test(svg)),
  );
  const rules = faces.flatMap((f) =>
    subsetsFor(svg).map((s) =>
      rule(f.family, String(f.weight), f.style, fontFile(f, s), subsetRange(f.folder, s)),
    ),
  );
  if (touches(svg, SYMBOLS.range))
    rules.push(rule(SYMBOLS.family, '400 600', 'normal', katexFile('Main-Regular'), SYMBOLS.range));
  return rules.join('\n');
}

/** KaTeX's style sheet less its font faces. */
export function katexCss(): string {
  return readFileSync(join(katexFolder(), 'katex.min.css'), 'utf8').replace(/@font-face\{[^}]*\}/g, '');
}

/** Packages of fonts that are not installed. */
export function missingFontPackages(): string[] {
  const names = ['katex', ...new Set(FACES.map((f) => `@fontsource/${f.folder}`))];
  return names.filter((name) => packageFolder(name) === null);
}

/** Font files for measuring text in Node: family, weight, path. */
export function metricFonts(): { family: string; path: string }[] {
  return FACES.flatMap((f) =>
    SUBSETS.map((subset) => ({
      family: subset === 'latin' ? f.family : `${f.family} ${subset}`,
      path: fontFile(f, subset),
    })),
  );
}

/** The CSS font list in which a family's text is measured: its subsets in turn, as unicode-range does on a page. */
export function metricFamilies(family: string): string {
  return SUBSETS.map((subset) => `"${subset === 'latin' ? family : `${family} ${subset}`}"`).join(', ');
}

function rule(family: string, weight: string, style: string, file: string, range?: string): string {
  const data = readFileSync(file).toString('base64');
  return `@font-face{font-family:'${family}';font-weight:${weight};font-style:${style};font-display:block;src:url(data:font/woff2;base64,${data}) format('woff2')${range ? `;unicode-range:${range}` : ''}}`;
}

function subsetsFor(text: string): Subset[] {
  return SUBSETS.filter(
    (subset) => subset === 'latin' || touches(text, subsetRange('source-serif-4', subset)),
  );
}

function subsetRange(folder: string, subset: Subset): string {
  const ranges = JSON.parse(readFileSync(join(fontFolder(folder), 'unicode.json'), 'utf8')) as Record<
    string,
    string
  >;
  return ranges[subset]!;
}

/** Whether a character of the text lies in a CSS unicode-range. */
function touches(text: string, range: string): boolean {
  const members = range.replaceAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?,?/g, (_, from: string, to?: string) =>
    to ? `\\u{${from}}-\\u{${to}}` : `\\u{${from}}`,
  );
  return new RegExp(`[${members}]`, 'u').test(text);
}

function fontFile({ folder, weight, style }: Face, subset: Subset): string {
  return join(fontFolder(folder), 'files', `${folder}-${subset}-${weight}-${style}.woff2`);
}

function fontFolder(folder: string): string {
  return needed(`@fontsource/${folder}`);
}

const katexFolder = (): string => join(needed('katex'), 'dist');
const katexFile = (name: string): string => join(katexFolder(), 'fonts', `KaTeX_${name}.woff2`);

function needed(name: string): string {
  const folder = packageFolder(name);
  if (folder === null) throw new Error(`the package ${name} is missing; npm ci installs it`);
  return folder;
}
