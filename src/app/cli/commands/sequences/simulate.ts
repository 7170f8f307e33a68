import { Command } from 'commander';
import { DEFAULT_START } from '../../../../core/simulate/start.ts';
import { ENCODING_OPTION } from '../../encoding-option.ts';
import type { SimulateOptions } from '../../simulate/run-simulation.ts';

export function simulateCommand(): Command {
  return new Command('simulate')
    .description(
      'see what a campaign will do before it runs: the engine and the calendar in virtual time, no server needed',
    )
    .argument('<file...>', 'sequence files; several share their accounts and credits; - reads standard input')
    .option('--leads <n>', 'how many people enter each sequence at the start (default: 100)')
    .option('--csv <file>', 'read the people from this file, as an import does')
    .option(
      '--map <column=field>',
      'with --csv: what a column is: a lead field, vars.<name>, do_not_contact or ignore; may be repeated',
      collect,
      [],
    )
    .option('--encoding <name>', ENCODING_OPTION)
    .option('--days <n>', 'how many days', '90')
    .option('--seed <seed>', 'the same seed draws the same people', '1')
    .option('--runs <n>', 'draw people so often, and show where the numbers lie (20 is a good number)', '1')
    .option('--start <date>', 'first day, or time, in the zone of the schedule', DEFAULT_START)
    .option(
      '--rate <name=rate>',
      'how often, and after how long: accept=0.4, "reply=15% after 1h..3d"; repeatable',
      collect,
      [],
    )
    .option(
      '--accounts <n or file>',
      'sender accounts per channel, or a YAML file that lists them, like sequences/accounts.yml; without it those that the sequence needs',
    )
    .option('--credits <n>', 'API credits available (default: unlimited)')
    .option('--what-if', 'also show what one more account would change (always with a table or a report)')
    .option('--no-what-if', 'do not, which halves the time')
    .option('--json', 'print {leads, days, outcomes, actions, by_day, finished_at, saturated, …}')
    .option('--html <file>', 'write a report with charts that opens in any browser')
    .addHelpText('after', EXAMPLES)
    .action(async (files: readonly string[], options: SimulateOptions) => {
      const { runSimulation } = await import('../../simulate/run-simulation.ts');
      await runSimulation(files, options);
    });
}

const EXAMPLES = `
Examples:
  overture simulate sequence.yaml --leads 500
  overture simulate sequence.yaml --leads 2000 --accounts 3 --rate accept=0.4 --rate "reply=12% after 1h..4d" --html report.html
  overture simulate a.yaml b.yaml --csv people.csv --json
Rates: accept, reply, refused, bounce, unsubscribe, away, interested and not_interested (of replies: how they are labeled), connected, impossible_invite, inmail_possible, email_found, latest_post,
task, review.`;

const collect = (value: string, all: readonly string[]): readonly string[] => [...all, value];
