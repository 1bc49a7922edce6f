/** Templates: Nunjucks, with functions that set declared tables, figures and values, number them, and refer to them. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import nunjucks from 'nunjucks';
import { UserError } from '../base/errors.js';
import { fontFaceCss, katexCss } from './fonts.js';
import { escapeHtml, inline, prose, tex } from './markup.js';
import { KINDS, numberToken, referenceToken, resolveNumbers, type Kind, type Numbered } from './numbering.js';
import { styleFolder, type TemplateFolder } from './template-folder.js';

/** What a template can reach: functions, and values by name. */
export interface TemplateScope {
  readonly functions: Readonly<Record<string, (...args: never[]) => unknown>>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly target: 'html' | 'pdf';
}

export interface Rendered {
  readonly html: string;
  readonly numbered: readonly Numbered[];
}

/** Runs a template. Throws a UserError with the place for an error in it, a dangling reference, or an id given twice. */
export function renderTemplate(template: TemplateFolder, scope: TemplateScope): Rendered {
  const loader = new nunjucks.FileSystemLoader([template.folder, styleFolder()], { noCache: true });
  const env = new nunjucks.Environment(loader, {
    autoescape: true,
    throwOnUndefined: true,
    trimBlocks: true,
    lstripBlocks: true,
  });
  let mendable: unknown;
  const guarded =
    (work: (...args: never[]) => unknown) =>
    (...args: never[]) => {
      try {
        return work(...args);
      } catch (error) {
        mendable = error;
        throw error;
      }
    };
  for (const [name, work] of Object.entries({ ...FUNCTIONS, ...scope.functions }))
    env.addGlobal(name, guarded(work));
  env.addFilter('inline', guarded((text: string) => safe(inline(text))) as (text: string) => unknown);
  env.addFilter('prose', guarded((text: unknown) => safe(prose(String(text)))) as (text: unknown) => unknown);
  env.addFilter('text', (text: unknown) => safe(escapeHtml(String(text))));
  try {
    for (const [name, macro] of Object.entries(exportedMacros(env))) env.addGlobal(name, macro);
    const body = env.render('template.njk', { ...scope.values, target: scope.target });
    const { html, numbered } = resolveNumbers(body);
    return { html: dress(html, template, scope.target), numbered };
  } catch (error) {
    throw mendable ?? placed(error, template);
  }
}

const safe = (html: string) => new nunjucks.runtime.SafeString(html);

const FUNCTIONS = {
  number: (kind: Kind, id: string) => {
    if (!KINDS.includes(kind)) throw new Error(`number("${kind}", ...): kinds are ${KINDS.join(', ')}`);
    return safe(numberToken(kind, id));
  },
  ref: (id: string) => safe(referenceToken(id)),
  math: (source: string) => safe(tex(source)),
  displayMath: (source: string) => safe(tex(source, true)),
};

/** Everything that macros.njk of the style defines, so that templates call it without an import. */
function exportedMacros(env: nunjucks.Environment): Record<string, unknown> {
  const module = env.getTemplate('macros.njk', true) as unknown as {
    getExported(done: (error: Error | null, exported: Record<string, unknown>) => void): void;
  };
  let macros: Record<string, unknown> = {};
  module.getExported((error, exported) => {
    if (error) throw error;
    macros = exported;
  });
  return macros;
}

/** Fills in fonts, style and script, once it is known which characters and formulas occur. */
function dress(html: string, { folder }: TemplateFolder, target: 'html' | 'pdf'): string {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const css = [
    fontFaceCss(html),
    html.includes('class="katex') ? katexCss() : '',
    read(join(styleFolder(), 'paper.css')),
    read(join(folder, 'style.css')),
  ].join('\n');
  const script =
    target === 'html' ? read(join(folder, 'script.js')).replaceAll('</script', '<\\/script') : '';
  return html
    .replace('<!-- style -->', () => `<style>\n${css}</style>`)
    .replace('<!-- script -->', () => (script ? `<script>\n${script}</script>` : ''));
}

/** Nunjucks says the file and line in its message; everything wrong in a template is for its author to mend. */
function placed(error: unknown, { folder }: TemplateFolder): unknown {
  if (!(error instanceof Error) || !/Template render error|template not found|\[Line/i.test(error.message))
    return error;
  const message = error.message.replace(/\s*\n\s*/g, ' ').replace('Template render error: ', '');
  const shown = relative(process.cwd(), folder) || folder;
  return new UserError(`The template in ${shown} cannot be rendered: ${message}.`, 'Correct the template.', {
    cause: error,
  });
}
