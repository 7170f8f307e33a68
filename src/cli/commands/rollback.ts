import { Command } from 'commander';
import { createApiClient } from '../api-client.ts';
import { askToRollBack, PATIENCE, pathOf } from '../changes/ask-api.ts';
import { confirm } from '../changes/confirm.ts';
import { formatApplied, formatChange } from '../changes/format-change.ts';
import { changePlan } from '../changes/shapes.ts';
import { EXIT, printJson, printLine } from '../print.ts';

export function rollbackCommand(): Command {
  return new Command('rollback')
    .description('return to the version before; those whom the change moved move back where that repeats nothing')
    .argument('<sequence>', 'its name')
    .option('--yes', 'do not ask')
    .option('--json', 'print what was done')
    .action(async (sequence: string, options: { readonly yes?: boolean; readonly json?: boolean }) => {
      const api = createApiClient();
      const plan = await api.post(`${pathOf(sequence)}/rollback?dry_run=true`, {}, changePlan, PATIENCE);
      if (!options.json) printLine(formatChange(plan));
      if ((await confirm('Roll back?', options.yes)) === 'no') {
        printLine('Nothing has changed.');
        process.exitCode = EXIT.problem;
        return;
      }
      const applied = await askToRollBack(api, sequence, plan.hash);
      if (options.json) printJson(applied);
      else printLine(formatApplied(applied));
    });
}
