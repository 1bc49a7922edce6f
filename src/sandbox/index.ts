export { createSandbox, type SandboxOptions } from './sandbox.js';
export * from './types.js';
