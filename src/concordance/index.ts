export * from './types.js';
export {
  calibration,
  clusteredMean,
  gate,
  judgeAgreement,
  type Calibration,
  type ClaimOutcome,
  type Confusion,
  type GateRow,
  type JudgeAgreement,
  type MeanInterval,
} from './calibration.js';
export { extractClaims } from './claims/extract.js';
export { CLAIMS_SCHEMA, extractClaimsWithModel } from './claims/extract-with-model.js';
export { paperClaims, sayToResult, type Result } from './claims/paper.js';
export { testClaim, type ClaimEvidence, type ClaimTestOptions } from './claims/test-claim.js';
export { modelVerdict, type Judged, type JudgeOptions } from './judges/model.js';
export { readerVerdict } from './judges/reader.js';
export { LOOKBACKS, ruleVerdict } from './judges/rule.js';
export { doToReal } from './lookahead/do-to-real.js';
export { inject, INJECTIONS, type Injection } from './lookahead/inject.js';
export { paperFindings } from './lookahead/paper.js';
export { cutPoints, prefixCheck, type PrefixOptions } from './lookahead/prefix.js';
export { causalReplay, type ReplayOptions } from './lookahead/replay.js';
export { treeFindings } from './lookahead/tree.js';
