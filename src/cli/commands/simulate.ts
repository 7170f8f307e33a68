import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import type { Plan } from '../../plan/plan.ts';
import { compileSequence } from '../../sequence/compile-sequence.ts';
import { formatDiagnostics } from '../../sequence/format-diagnostics.ts';
import { DEFAULT_START, simulate } from '../../simulate/simulate.ts';
import type { Simulation, SimulationInput } from '../../simulate/simulation.ts';
import { EXIT, printJson, printLine } from '../print.ts';
import { readSequenceFile } from '../sequence-file.ts';
import { formatSimulation } from '../simulate/format-simulation.ts';
import { readAccounts } from '../simulate/read-accounts.ts';
import { readCsvLeads } from '../simulate/read-csv-leads.ts';
import { readCount, readRateOptions, readStartOption, wrongUse } from '../simulate/read-options.ts';

interface Options {
  readonly leads?: string;
  readonly csv?: string;
  readonly days: string;
  readonly seed: string;
  readonly start: string;
  readonly rate: readonly string[];
  readonly accounts?: string;
  readonly credits?: string;
  readonly whatIf?: boolean;
  readonly json?: boolean;
  readonly html?: string;
}

const MOST_LEADS = 100_000;
const MOST_DAYS = 730;

export function simulateCommand(): Command {
  return new Command('simulate')
    .description(
      'see what a campaign will do before it runs: the engine and the calendar in virtual time, no server needed',
    )
    .argument('<file...>', 'sequence files; several share their accounts and credits; - reads standard input')
    .option('--leads <n>', 'how many people enter each sequence at the start (100 unless told)')
    .option('--csv <file>', 'the people instead: a header of lead fields, other columns are variables')
    .option('--days <n>', 'how many days', '90')
    .option('--seed <seed>', 'the same seed draws the same people', '1')
    .option('--start <date>', 'first day, or time, in the zone of the schedule', DEFAULT_START)
    .option(
      '--rate <name=rate>',
      'how often, and after how long: accept=0.4, "reply=15% after 1h..3d"; repeatable',
      collect,
      [],
    )
    .option('--accounts <n or file>', 'sender accounts per channel, or a YAML file that lists them')
    .option('--credits <n>', 'API credits that are there; never used up unless told')
    .option('--what-if', 'also tell what one more account would change (always with a table or a report)')
    .option('--no-what-if', 'do not, which halves the time')
    .option('--json', 'print {leads, days, outcomes, actions, by_day, finished_at, saturated, …}')
    .option('--html <file>', 'write a report with charts that opens in any browser')
    .addHelpText('after', EXAMPLES)
    .action(async (files: readonly string[], options: Options) => {
      const input = await readInput(files, options);
      if (input === null) {
        process.exitCode = EXIT.problem;
        return;
      }
      const simulation = simulate(input);
      if (options.html !== undefined) await writeReport(options.html, simulation);
      if (options.json) printJson(simulation);
      else printLine(formatSimulation(simulation));
      if (options.html !== undefined && !options.json) printLine(`\nThe report is in ${options.html}`);
    });
}

const EXAMPLES = `
Examples:
  overture simulate sequence.yaml --leads 500
  overture simulate sequence.yaml --leads 2000 --accounts 3 --rate accept=0.4 --rate "reply=12% after 1h..4d" --html report.html
  overture simulate a.yaml b.yaml --csv people.csv --json
Rates: accept, reply, refused, bounce, unsubscribe, away, connected, impossible_invite, inmail_possible, email_found, latest_post,
task, review.`;

const collect = (value: string, all: readonly string[]): readonly string[] => [...all, value];

/** The charts' library is read by those who want charts. */
async function writeReport(file: string, simulation: Simulation): Promise<void> {
  const { renderReport } = await import('../../simulate/report/render-report.ts');
  await writeFile(file, renderReport(simulation)).catch((error: NodeJS.ErrnoException) => {
    throw wrongUse(`cannot write ${file}: ${error.message}`, 'Name a file in a folder that is there.');
  });
}

/** Null after the problems were printed. */
async function readInput(files: readonly string[], options: Options): Promise<SimulationInput | null> {
  const days = readCount('--days', options.days, 1, MOST_DAYS);
  const start = readStartOption(options.start);
  const rates = readRateOptions(options.rate);
  const number = options.leads === undefined ? null : readCount('--leads', options.leads, 1, MOST_LEADS);
  const credits = options.credits === undefined ? null : readCount('--credits', options.credits, 0, 1e12);
  const plans = await readPlans(files, options.json === true);
  if (plans === null) return null;
  const leads = options.csv === undefined ? (number ?? 100) : await readCsvLeads(options.csv, plans, number);
  if (leads === null) return null;
  const accounts = options.accounts === undefined ? [] : await readAccounts(options.accounts);
  const what_if = options.whatIf ?? (options.json !== true || options.html !== undefined);
  return {
    plans,
    leads,
    days,
    seed: options.seed,
    start,
    rates,
    accounts,
    what_if,
    ...(credits === null ? {} : { credits }),
  };
}

async function readPlans(files: readonly string[], json: boolean): Promise<Plan[] | null> {
  const plans: Plan[] = [];
  for (const file of files) {
    const text = await readSequenceFile(file);
    const compiled = compileSequence(text);
    if (compiled.ok) {
      plans.push(compiled.plan);
      continue;
    }
    const color = process.stderr.isTTY === true && !process.env.NO_COLOR;
    process.stderr.write(`${formatDiagnostics(text, compiled.diagnostics, { file, color })}\n`);
    if (json) printJson({ ok: false, diagnostics: compiled.diagnostics });
    return null;
  }
  return plans;
}
