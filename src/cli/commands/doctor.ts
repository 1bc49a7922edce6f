/** fides doctor: what this machine has of what Fides can use. */
import type { AddCommand } from './index.js';

export const addDoctor: AddCommand = (program, io) => {
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
};
