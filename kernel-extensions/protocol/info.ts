/** The content of kernel_info_reply. */
import { createRequire } from 'node:module';
import { PROTOCOL_VERSION, type Json } from '../transport/message.js';

const { version: typescript } = createRequire(import.meta.url)('typescript/package.json') as {
  version: string;
};

export function kernelInfo(version: string): Json {
  return {
    protocol_version: PROTOCOL_VERSION,
    implementation: 'fides',
    implementation_version: version,
    language_info: {
      name: 'typescript',
      version: typescript,
      mimetype: 'text/x-typescript',
      file_extension: '.ts',
      pygments_lexer: 'typescript',
      codemirror_mode: { name: 'text/typescript', mode: 'javascript', typescript: true },
      nbconvert_exporter: 'script',
    },
    banner: `Fides ${version}: TypeScript on Node ${process.versions.node}. %help lists what a cell can do.`,
    help_links: [
      { text: 'TypeScript handbook', url: 'https://www.typescriptlang.org/docs/handbook/intro.html' },
    ],
    debugger: false,
    supported_features: [],
  };
}
