export { ANCHORS, ANCHOR_MEAN_SMA, checkAnchors, type AnchorCheck } from './anchors.js';
export { baselines, type Baseline, type BaselineOptions } from './baselines.js';
export { assetReturns, backtest, backtestMany, TRADING_DAYS } from './engine.js';
export { metricsAt, type MetricColumns } from './columns.js';
export { sharpeRatio } from './measure.js';
export { buyAndHold, constantSignal, repairSignal, smaSignal, type RepairedSignal } from './signals.js';
export type * from './types.js';
