/**
 * Vega-Lite specifications: the live specification for clients that draw it, and beside it an SVG drawn here, for
 * clients that do not and for documents made from the notebook.
 */
import type { Bundle, Display } from './registry.js';

type Spec = Record<string, unknown>;

/** The type that JupyterLab and VS Code know; specifications of version 6 read the same there. */
const MIME = 'application/vnd.vegalite.v5+json';

export const vegaLiteDisplay: Display<Spec> = {
  name: 'vega-lite',
  matches: (value): value is Spec =>
    typeof value === 'object' && value !== null && /vega-lite/.test(String((value as Spec)['$schema'] ?? '')),
  preview: (spec) => live(spec),
  async render(spec): Promise<Bundle> {
    const { data } = live(spec);
    try {
      return { data: { ...data, 'image/svg+xml': await toSvg(spec) } };
    } catch (error) {
      return { data: { ...data, 'text/plain': `${title(spec)}\n(no SVG: ${(error as Error).message})` } };
    }
  },
};

function live(spec: Spec): Bundle {
  return { data: { [MIME]: spec, 'text/plain': title(spec) } };
}

function title(spec: Spec): string {
  const text = spec['title'];
  const words = typeof text === 'object' && text !== null ? (text as Spec)['text'] : text;
  return `Vega-Lite chart${words ? `: ${String(words)}` : ''}`;
}

async function toSvg(spec: Spec): Promise<string> {
  const [vega, vegaLite] = await Promise.all([import('vega'), import('vega-lite')]);
  await measureText(vega);
  const compiled = vegaLite.compile(spec as never).spec;
  const view = new vega.View(vega.parse(compiled), { renderer: 'none' });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}

let measured: Promise<void> | undefined;

/** Vega guesses text widths where there is no canvas, and is off by up to three times: measure them instead. */
function measureText(vega: typeof import('vega')): Promise<void> {
  measured ??= (async () => {
    const { createCanvas } = await import('@napi-rs/canvas');
    const context = createCanvas(1, 1).getContext('2d');
    const metrics = (vega as unknown as { textMetrics: TextMetrics }).textMetrics;
    const font = (vega as unknown as { font: (item: unknown) => string }).font;
    metrics.width = (item, text) => {
      context.font = font(item);
      return context.measureText(String(text ?? '')).width;
    };
  })();
  return measured;
}

interface TextMetrics {
  width: (item: unknown, text: unknown) => number;
}
