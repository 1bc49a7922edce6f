/** fides doctor: what this machine has of what Fides can use. */
import type { Command } from 'commander';
import type { Terminal } from '../terminal.js';

export function addDoctor(program: Command, io: Terminal): void {
  program
    .command('doctor')
    .description(
      'say what this machine has: Node, browser, fonts, GPU, Jupyter, data, disk, each with a mend',
    )
    .action(async () => {
      const { examine, formatFinding, isFit } = await import('../doctor.js');
      const findings = await examine();
      if (!isFit(findings)) process.exitCode = 1;
      if (io.json) io.printJson(findings);
      else for (const finding of findings) io.print(formatFinding(finding));
    });
}
