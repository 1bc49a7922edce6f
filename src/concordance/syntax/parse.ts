/** Code of either language into the common tree. */
import type { Language } from '../../sandbox/index.js';
import { parsePython } from './python.js';
import type { Program } from './tree.js';
import { parseTypeScript } from './typescript.js';

export function parse(code: string, language: Language): Program {
  return language === 'python' ? parsePython(code) : parseTypeScript(code);
}
