export * from './types.js';
export { readerVerdict } from './judges/reader.js';
export { LOOKBACKS, ruleVerdict } from './judges/rule.js';
