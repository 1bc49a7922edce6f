/** The displays that every kernel has. */
import { registerDisplay, type Display } from './registry.js';
import { image, imageType } from './rich.js';
import { tableDisplay } from './table.js';
import { vegaLiteDisplay } from './vega-lite.js';

const bytesDisplay: Display<Uint8Array> = {
  name: 'image bytes',
  matches: (value): value is Uint8Array => value instanceof Uint8Array && imageType(value) !== null,
  render: (bytes) => image(bytes).bundle,
};

/** Errors that are values: their stack without the kernel's own frames. */
const errorDisplay: Display<Error> = {
  name: 'error',
  matches: (value): value is Error => value instanceof Error,
  render: (error) => ({
    data: {
      'text/plain': (error.stack ?? String(error))
        .split('\n')
        .filter((line) => !/\(?(node:internal|file:.*\/kernel-extensions\/|.*\/tslab\/dist\/)/.test(line))
        .join('\n'),
    },
  }),
};

export function registerBuiltinDisplays(): void {
  for (const display of [errorDisplay, bytesDisplay, tableDisplay, vegaLiteDisplay])
    registerDisplay(display as Display);
}
