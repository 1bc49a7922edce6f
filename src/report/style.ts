/** The house style in numbers: what figures, drawn diagrams and pages share. */

/** Width of the text block in CSS pixels: A4 less 25 mm on either side. A figure as wide as this fills the line. */
export const TEXT_WIDTH = 604;

export const SERIF = 'Source Serif 4';
export const SANS = 'Source Sans 3';
export const MONO = 'Source Code Pro';

/** Ink of text and rules. */
export const INK = '#1a1a1a';
export const GREY = '#6b6b6b';
export const HAIRLINE = '#c9c9c9';

/** Okabe and Ito (2008), colours that colour-blind readers tell apart, in an order that also steps in lightness. */
export const PALETTE = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#e69f00',
  '#cc79a7',
  '#56b4e9',
  '#000000',
  '#f0e442',
];

/** Beside colour, so that series stay apart in grey. */
export const SHAPES = [
  'circle',
  'square',
  'triangle-up',
  'diamond',
  'cross',
  'triangle-down',
  'triangle-right',
];
export const DASHES = [
  [1, 0],
  [6, 2.5],
  [2, 2],
  [8, 2.5, 2, 2.5],
  [4, 1.5],
  [1, 2.5],
];

/** Vega-Lite configuration of every figure. A specification's own values win. */
export const FIGURE_CONFIG = {
  background: null,
  aria: false,
  font: SANS,
  padding: { left: 0, right: 2, top: 4, bottom: 0 },
  view: { stroke: null, continuousHeight: 220 },
  title: { font: SANS, fontSize: 11.5, fontWeight: 600, color: INK, anchor: 'start', offset: 8 },
  axis: {
    labelFontSize: 10,
    titleFontSize: 10.5,
    titleFontWeight: 400,
    labelColor: INK,
    titleColor: INK,
    domainColor: INK,
    domainWidth: 0.6,
    tickColor: INK,
    tickWidth: 0.6,
    tickSize: 4,
    gridColor: '#e4e4e4',
    gridWidth: 0.5,
    titlePadding: 7,
    labelPadding: 3,
  },
  axisX: { grid: false },
  header: { labelFontSize: 11, labelFontWeight: 600, labelColor: INK, title: null },
  legend: {
    labelFontSize: 10,
    titleFontSize: 10.5,
    titleFontWeight: 400,
    labelColor: INK,
    titleColor: INK,
    orient: 'bottom',
    direction: 'horizontal',
    symbolStrokeWidth: 1.4,
    symbolSize: 60,
    labelLimit: 240,
    columnPadding: 14,
  },
  range: { category: PALETTE, symbol: SHAPES, heatmap: ['#f7f7f7', '#0072b2'], ramp: ['#e8eef4', '#0072b2'] },
  mark: { color: PALETTE[0] },
  line: { strokeWidth: 1.2, strokeJoin: 'round' },
  point: { size: 36, strokeWidth: 1.1, filled: false },
  rule: { color: INK, strokeWidth: 0.6 },
  text: { font: SANS, fontSize: 10, color: INK },
  area: { line: false, opacity: 0.85 },
  bar: { discreteBandSize: { band: 0.7 } },
} as const;
