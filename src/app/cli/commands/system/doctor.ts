import { Command } from 'commander';
import { withFoundHome } from '../../find-system.ts';
import { EXIT, printJson, printLine } from '../../print.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check what a start needs, and print every setting with its value and source')
    .option('--json', 'print as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { examine } = await import('../../../main/doctor.ts');
      const report = await examine(await withFoundHome(), { counting: true });
      if (json) printJson(report);
      else {
        for (const { name, ok, text, fix } of report.findings) {
          printLine(`${ok ? '✓' : '✗'} ${name.padEnd(12)} ${text}`);
          if (fix) printLine(`  ${''.padEnd(12)} fix: ${fix}`);
        }
        printLine();
        for (const { name, value, source, about } of report.variables) {
          printLine(`${name.padEnd(26)} ${value.padEnd(44)} ${source.padEnd(12)} ${about}`);
        }
      }
      process.exitCode = report.ok ? EXIT.done : EXIT.problem;
    });
}
