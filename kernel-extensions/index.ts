/**
 * `fides/kernel`: in a cell, how to show things; in an extension, how to add displays and magics; in a program, how to
 * install, start and drive the kernel.
 */
export { clearOutput, display, type DisplayHandle, type DisplayOptions } from './displays/display.js';
export { html, image, json, latex, markdown, mime, svg, Rich, type ImageSize } from './displays/rich.js';
export { progress, type ProgressTask } from './displays/progress.js';
export { displayHook, registerDisplay, type Bundle, type Display } from './displays/registry.js';
export { registerMagic, type Magic, type MagicContext } from './magics/registry.js';
export {
  openComm,
  registerCommTarget,
  type Comm,
  type CommMessage,
  type CommTarget,
} from './protocol/comms.js';
export { KernelClient, KernelDied, type Answer, type ExecuteOptions } from './client/kernel-client.js';
export type { Message } from './transport/message.js';
export {
  installKernel,
  kernelFolder,
  kernelSpec,
  listKernels,
  uninstallKernel,
  KERNEL_NAME,
  type InstalledKernel,
  type KernelSpec,
  type Place,
} from './install.js';
export { page } from './page.js';
export { password } from './password.js';
export type { CellEngine, CellOutcome } from './types.js';
