import { Command } from 'commander';
import { createApiClient } from '../../api-client.ts';
import { askFirst, isTerminal } from '../../ask-first.ts';
import { askForRollback, askToRollBack } from '../../changes/ask-api.ts';
import { formatApplied, formatChange } from '../../changes/format-change.ts';
import { movedBy } from '../../changes/shapes.ts';
import { EXIT, printJson, printLine, printText } from '../../print.ts';
import { tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

export function rollbackCommand(): Command {
  return tellsTimes(new Command('rollback'))
    .description('return to the version before; those whom the change moved move back where that repeats nothing')
    .argument('<sequence>', 'its name')
    .option('--yes', 'do not ask; needed to move people where nobody can be asked')
    .option('--json', 'print what was done')
    .action(async (sequence: string, options: ZoneOption & { readonly yes?: boolean; readonly json?: boolean }) => {
      const api = createApiClient();
      const plan = await askForRollback(api, sequence);
      if (!options.json) printText(formatChange(plan, timesOf(options)));
      const words = `${sequence} goes back to version ${plan.to_version}, and they with it`;
      const count = () => movedBy(plan);
      const yes = options.yes || (count() === 0 && !isTerminal());
      if ((await askFirst({ question: 'Roll back?', words, yes, count })) === 'declined') {
        printLine('Nothing has changed.');
        process.exitCode = EXIT.problem;
        return;
      }
      const applied = await askToRollBack(api, sequence, plan.hash);
      if (options.json) printJson(applied);
      else printText(formatApplied(applied));
    });
}
