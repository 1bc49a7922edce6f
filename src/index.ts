/** Fides: regenerate, rerun and question the evidence behind trading strategies written by language models. */
export { UserError } from './base/errors.js';
