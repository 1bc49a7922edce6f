export { reusable } from './cache.js';
export { compareNotebooks, type Difference } from './check.js';
export { formatNotebook, parseNotebook, readNotebook, writeNotebook } from './format/read.js';
export type { Cell, CodeCell, MimeBundle, Notebook, Output, TextCell } from './format/types.js';
export { CellError, DeadKernelError, InterruptedError, TimeoutError } from './run/errors.js';
export { findKernel, ourKernel, type KernelCommand } from './run/kernels.js';
export { listParameters, setParameters, type ParameterValues } from './run/parameters.js';
export { runNotebook, type RunNotebookOptions } from './run/run-notebook.js';
