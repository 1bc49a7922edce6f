/** The content of kernel_info_reply. */
import { PROTOCOL_VERSION, type Json } from '../transport/message.js';

export function kernelInfo(version: string): Json {
  return {
    protocol_version: PROTOCOL_VERSION,
    implementation: 'fides',
    implementation_version: version,
    language_info: {
      name: 'typescript',
      version: '5.0.4', // of the TypeScript that tslab brings
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
