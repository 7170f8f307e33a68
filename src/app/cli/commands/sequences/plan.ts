import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { createApiClient } from '../../api-client.ts';
import { askForPlan } from '../../changes/ask-api.ts';
import { formatChange } from '../../changes/format-change.ts';
import { EXIT, printJson, printLine, printText } from '../../print.ts';
import { compileFile } from '../../sequence-file.ts';
import { tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

interface Options extends ZoneOption {
  readonly move?: boolean;
  readonly takeOver?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

export function planCommand(): Command {
  return tellsTimes(new Command('plan'))
    .description('show what publishing a sequence would change: its steps, the people inside, the calendars')
    .argument('<file>', 'YAML file; - reads standard input')
    .option('--move', 'with the people inside moved to the new version')
    .option('--take-over', 'of a sequence that is kept in the console, to be kept by this file from then on')
    .option('--out <file>', 'keep the plan there, for: overture apply FILE --plan <file>')
    .option('--json', 'print the plan')
    .action(async (file: string, options: Options) => {
      const sequence = await compileFile(file, options);
      const plan = sequence && (await askForPlan(createApiClient(), sequence, options));
      if (!plan) {
        process.exitCode = EXIT.problem;
        return;
      }
      if (options.out !== undefined) await writeFile(options.out, `${JSON.stringify(plan, null, 2)}\n`);
      if (options.json) return printJson(plan);
      printText(formatChange(plan, timesOf(options)));
      const move = plan.move ? ' --move' : '';
      printLine(`Nothing has changed. To do it: overture apply ${file}${move} --plan ${options.out ?? plan.hash}`);
    });
}
