export {
  clusterBootstrap,
  iidBootstrap,
  percentileInterval,
  quantile,
  stationaryBootstrap,
  type BootstrapOptions,
  type Statistic,
} from './bootstrap.js';
export { cohenKappa, type Kappa, type KappaWeights } from './kappa.js';
export { normalCdf, normalQuantile } from './normal.js';
export { politisWhite, type BlockLengths } from './politis-white.js';
export {
  annualisationFactor,
  deflatedSharpe,
  expectedMaximumSharpe,
  periodSharpe,
  probabilisticSharpe,
  returnMoments,
  sharpeStandardError,
  sharpeStandardErrorIid,
  type ReturnMoments,
  type SharpeEvidence,
} from './sharpe.js';
export { sharpeDifferenceTest, type SharpeDifference } from './sharpe-difference.js';
export { wilson, type Proportion } from './wilson.js';
