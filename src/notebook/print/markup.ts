/**
 * HTML and SVG from notebooks, written anew from lists of what is allowed: no scripts, no addresses to load from, every
 * element closed. Whatever is not recognised as an allowed tag is text or is left out.
 */
import { drawable, escapeHtml } from './text.js';

/** Which elements may stand, and which of their attributes: the value to write, or null to leave it out. */
export interface Allowed {
  readonly elements: ReadonlySet<string>;
  readonly attribute: (element: string, name: string, value: string) => string | null;
  /** SVG tells `clipPath` from `clippath`; HTML does not. */
  readonly caseSensitive: boolean;
}

const TOKEN = /<!--[^]*?(?:-->|$)|<(\/?)([A-Za-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</g;
const ATTRIBUTE = /([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
/** Elements whose content is no text to be read. */
const OPAQUE =
  /^(script|style|iframe|object|embed|noscript|template|head|textarea|select|foreignobject|math)$/i;
const VOID = /^(br|hr|img|col|wbr)$/;

export function sanitise(markup: string, { elements, attribute, caseSensitive }: Allowed): string {
  const open: string[] = [];
  let written = '';
  let skipping: string | null = null;
  for (const [token, slash, tag, attributes = ''] of markup.matchAll(TOKEN)) {
    const name = tag === undefined ? null : caseSensitive ? tag : tag.toLowerCase();
    if (skipping !== null) {
      if (slash && name?.toLowerCase() === skipping) skipping = null;
    } else if (name === null) {
      if (!token.startsWith('<!--')) written += text(token);
    } else if (OPAQUE.test(name)) {
      if (!slash && !attributes.endsWith('/')) skipping = name.toLowerCase();
    } else if (!elements.has(name)) {
      continue;
    } else if (slash) {
      const at = open.lastIndexOf(name);
      if (at >= 0) written += closing(open.splice(at));
    } else {
      written += `<${name}${kept(name, attributes, attribute)}>`;
      if (attributes.endsWith('/') && caseSensitive) written += `</${name}>`;
      else if (!VOID.test(name)) open.push(name);
    }
  }
  return written + closing(open);
}

const closing = (names: readonly string[]): string =>
  [...names]
    .reverse()
    .map((name) => `</${name}>`)
    .join('');

function kept(element: string, attributes: string, allow: Allowed['attribute']): string {
  let written = '';
  for (const [, name = '', double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    const value = allow(element, name, decode(double ?? single ?? bare ?? ''));
    if (value !== null) written += ` ${name}="${escapeHtml(value)}"`;
  }
  return written;
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

function decode(text: string): string {
  return text.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (whole, decimal, hex, name: string | undefined) => {
      if (name !== undefined) return ENTITIES[name] ?? whole;
      const code = decimal ? Number(decimal) : parseInt(String(hex), 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}

/** Named entities that are not known here stay for the browser, which turns them into text. */
const text = (source: string): string =>
  escapeHtml(drawable(decode(source))).replace(/&amp;(\w+;)/g, (whole, name: string) =>
    source.includes(`&${name}`) && !(name.slice(0, -1) in ENTITIES) ? `&${name}` : whole,
  );

const HTML = `a abbr b blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure
 h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong sub summary sup table tbody td
 tfoot th thead tr tt u ul var wbr`;

export const allowedHtml: Allowed = {
  elements: new Set(HTML.split(/\s+/)),
  caseSensitive: false,
  attribute(element, name, value) {
    if (name === 'style')
      return /(?:^|;)\s*text-align\s*:\s*(left|right|center)/.exec(value)?.[0].replace(/^;/, '') ?? null;
    if (name === 'class') return /^(hljs|language)[\w -]*$/.test(value) ? value : null;
    if (name === 'alt' || name === 'title') return value;
    if (/^(colspan|rowspan|width|height|start)$/.test(name)) return /^\d{1,4}$/.test(value) ? value : null;
    if (element === 'a' && name === 'href') return /^(https?:|mailto:)/i.test(value) ? value : null;
    if (element === 'img' && name === 'src') return IMAGE.test(value) ? value : null;
    return null;
  },
};

/** Pictures that need no address. */
const IMAGE = /^data:image\/(png|jpeg|gif|webp);base64,[\w+/=\s]*$/;

const SVG = `svg g path rect circle ellipse line polyline polygon text tspan defs clipPath linearGradient radialGradient
 stop pattern use marker symbol title desc image`;

/** @param prefix makes the ids of one drawing unique in a page; @param font in which all its text is set */
export function allowedSvg(prefix: string, font: string): Allowed {
  const local = (value: string) => value.replace(/url\(\s*['"]?#([^)'"]+)['"]?\s*\)/g, `url(#${prefix}-$1)`);
  return {
    elements: new Set(SVG.split(/\s+/)),
    caseSensitive: true,
    attribute(_, name, value) {
      if (/^on/i.test(name) || /^xmlns:/.test(name)) return null;
      if (name === 'id') return `${prefix}-${value}`;
      if (/(^|:)href$/.test(name))
        return value.startsWith('#') ? `#${prefix}-${value.slice(1)}` : IMAGE.test(value) ? value : null;
      if (name === 'font-family') return font;
      if (/url\(\s*(?!['"]?#)|javascript:|@import/i.test(value)) return null;
      return name === 'style' ? local(value).replace(/font-family:[^;]*/g, '') : local(value);
    },
  };
}
