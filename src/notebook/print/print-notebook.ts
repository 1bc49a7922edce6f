export interface PrintOptions {
  readonly folder: string;
  readonly code: boolean;
  readonly progress?: import('../../base/progress.js').Progress;
}
export async function printNotebook(_file: string, _options: PrintOptions): Promise<string> {
  throw new Error('soon');
}
