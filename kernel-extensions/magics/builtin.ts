/** The magics that every kernel has. */
import { readFileSync } from 'node:fs';
import { registeredDisplays } from '../displays/registry.js';
import { bash } from './bash.js';
import { registeredMagics, registerMagic, type Magic } from './registry.js';
import { timeMagic } from './time.js';

const env: Magic = {
  name: 'env',
  help: 'NAME=value sets an environment variable, NAME shows one, nothing lists all names',
  line(args) {
    const at = args.indexOf('=');
    if (args === '') return Object.keys(process.env).sort();
    if (at < 0) return process.env[args];
    process.env[args.slice(0, at).trim()] = args.slice(at + 1).trim();
    return undefined;
  },
};

const cd: Magic = {
  name: 'cd',
  help: 'FOLDER makes it the working folder and prints it; imports are still looked up from the notebook’s own',
  line(args) {
    if (args !== '') process.chdir(args.replace(/^~(?=\/|$)/, process.env['HOME'] ?? '~'));
    process.stdout.write(`${process.cwd()}\n`);
  },
};

const load: Magic = {
  name: 'load',
  help: 'FILE puts the text of a file in place of this cell',
  line(args, context) {
    context.setNextInput(readFileSync(args, 'utf8'), true);
  },
};

const help: Magic = {
  name: 'help',
  help: 'shows this list',
  line() {
    const magics = registeredMagics().map((magic) => {
      const forms = [(magic.line ?? magic.rewrite) && `%${magic.name}`, magic.cell && `%%${magic.name}`];
      return `  ${forms.filter(Boolean).join(', ').padEnd(16)} ${magic.help}`;
    });
    const displays = registeredDisplays().map(({ name }) => name);
    process.stdout.write(
      [
        'Cells are TypeScript; the value of the last expression is shown. import and await work at top level.',
        'prompt(question) asks for a line of input.',
        '',
        'Magics',
        ...magics,
        '',
        "import { display, html, markdown, latex, svg, image, json, mime, progress, clearOutput } from 'fides/kernel'",
        `Shown richly: ${displays.join(', ')}, and any object with a method [Symbol.for('Jupyter.display')]().`,
        '',
      ].join('\n'),
    );
  },
};

export function registerBuiltinMagics(): void {
  for (const magic of [timeMagic, env, cd, load, bash, help]) registerMagic(magic);
}
