export { createEngine } from './engine.js';
export { KeyboardInterrupt } from './errors.js';
