/**
 * Figures as SVG, drawn in Node: equal specifications and data give equal bytes, no browser needed.
 * Vega estimates text widths where there is no canvas, wrong by up to three times; here it measures with the very font files
 * that the page embeds.
 */
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import * as vega from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { UserError } from '../base/errors.js';
import { svg, text } from './diagram.js';
import { figureFontCss, metricFamilies, metricFonts } from './fonts.js';
import { FIGURE_CONFIG, SANS, TEXT_WIDTH } from './style.js';
import type { Drawing } from './types.js';

export interface DrawnFigure {
  /** To stand in a page that has the fonts. */
  readonly inline: string;
  /** To stand by itself, fonts embedded. */
  readonly file: string;
  /** The complete Vega-Lite specification with its data; for a drawn SVG, its data or null. */
  readonly source: unknown;
  /** What Vega had to say, such as an empty scale. */
  readonly warnings: readonly string[];
}

/** A figure keeps its place and its file also in a run that has nothing to show in it. */
const NOTHING: Drawing = {
  kind: 'svg',
  svg: svg(TEXT_WIDTH, 40, [text(TEXT_WIDTH / 2, 24, 'nothing to show in this evidence', { grey: true })]),
};

/** Draws a figure; `id` makes the ids inside its SVG unique in a page. */
export async function drawFigure(id: string, drawing: Drawing | null): Promise<DrawnFigure> {
  if (drawing === null) return drawFigure(id, NOTHING);
  if (drawing.kind === 'svg') {
    return {
      inline: drawing.svg.trim(),
      file: standalone(drawing.svg.trim()),
      source: drawing.data ?? null,
      warnings: [],
    };
  }
  const spec = completeSpec(drawing);
  const warnings: string[] = [];
  const drawn = await vegaSvg(spec, (message) => warnings.push(message));
  const svg = drawn.replace(/\b(clip|gradient_|pattern_)(\d+)\b/g, `${id}-$1$2`);
  return { inline: svg, file: standalone(svg), source: spec, warnings };
}

/** The specification with house style and data, as it is written beside the SVG and shown live in the HTML. */
function completeSpec({ spec, data }: Extract<Drawing, { kind: 'vega-lite' }>): Record<string, unknown> {
  const config = (spec.config ?? {}) as Record<string, unknown>;
  const sized =
    'width' in spec || 'hconcat' in spec || 'vconcat' in spec || 'concat' in spec || 'facet' in spec;
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    ...(sized ? {} : { width: TEXT_WIDTH, autosize: { type: 'fit', contains: 'padding' } }),
    ...spec,
    ...(Array.isArray(data) ? { data: { values: data } } : { datasets: data }),
    config: mergeConfig(FIGURE_CONFIG, config),
  };
}

async function vegaSvg(spec: Record<string, unknown>, warn: (message: string) => void): Promise<string> {
  measureWithOwnFonts();
  vega.resetSVGDefIds();
  const refused: string[] = [];
  const logger = recorder(warn);
  const { spec: compiled } = compile(spec as unknown as TopLevelSpec, { logger });
  const view = new vega.View(vega.parse(compiled), { renderer: 'none', loader: offline(refused), logger });
  try {
    const svg = await view.toSVG();
    if (refused.length > 0)
      throw new UserError(
        `A figure asks for ${refused.join(', ')}.`,
        'Pass its rows as data: nothing is loaded.',
      );
    return svg.replaceAll(`font-family="${SANS}"`, `font-family="'${SANS}', 'Fides Symbols'"`);
  } finally {
    view.finalize();
  }
}

/** A figure's data are in its declaration; nothing is fetched. */
function offline(refused: string[]): vega.Loader {
  const load = (address: string) => {
    refused.push(address);
    return Promise.reject(new Error(`not loaded: ${address}`));
  };
  return { ...vega.loader(), load } as vega.Loader;
}

function recorder(warn: (message: string) => void): vega.LoggerInterface {
  const tell = (...parts: readonly unknown[]) => {
    warn(parts.map(String).join(' '));
    return logger;
  };
  const ignore = () => logger;
  const logger = {
    level: () => logger,
    error: tell,
    warn: tell,
    info: ignore,
    debug: ignore,
  } as unknown as vega.LoggerInterface;
  return logger;
}

/** Vega exports its text metrics, for replacing, but does not declare them. */
const metrics = (vega as unknown as { textMetrics: { width: (item: TextItem, text: unknown) => number } })
  .textMetrics;

let canvas: SKRSContext2D | undefined;

function measureWithOwnFonts(): void {
  if (canvas) return;
  for (const { family, path } of metricFonts()) GlobalFonts.registerFromPath(path, family);
  const context = createCanvas(1, 1).getContext('2d');
  const widths = new Map<string, number>();
  metrics.width = (item: TextItem, text: unknown) => {
    const { font = SANS, fontSize = 11, fontWeight = 400, fontStyle = 'normal' } = item;
    const css = `${fontStyle} ${weight(fontWeight)} ${fontSize}px ${metricFamilies(String(font))}`;
    const key = `${css}|${String(text)}`;
    let width = widths.get(key);
    if (width === undefined) {
      context.font = css;
      width = context.measureText(String(text)).width;
      widths.set(key, width);
    }
    return width;
  };
  canvas = context;
}

interface TextItem {
  readonly font?: string;
  readonly fontSize?: number;
  readonly fontWeight?: number | string;
  readonly fontStyle?: string;
}

const weight = (value: number | string): number =>
  value === 'bold' ? 600 : value === 'normal' ? 400 : Number(value) >= 550 ? 600 : 400;

function standalone(svg: string): string {
  return `${svg.replace(/^(<svg[^>]*>)/, `$1<style>${figureFontCss(svg)}</style>`)}\n`;
}

function mergeConfig(base: object, own: Record<string, unknown>): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const old = merged[key];
    merged[key] = isObject(old) && isObject(value) ? mergeConfig(old, value) : value;
  }
  return merged;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
