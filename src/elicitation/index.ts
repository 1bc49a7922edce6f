export { marketContext } from './context.js';
export {
  codePrompt,
  dualPrompt,
  JUDGE_SCHEMA,
  judgePrompt,
  prosePrompt,
  type PromptOptions,
} from './prompts.js';
export { parseDelivery, parseProse, type Prose } from './reply/parse.js';
export { promptDigests } from './templates.js';
export * from './types.js';
