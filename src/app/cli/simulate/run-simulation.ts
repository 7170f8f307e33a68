import { writeFile } from 'node:fs/promises';
import type { GivenLead } from '../../../core/simulate/people/simulated-leads.ts';
import { simulate } from '../../../core/simulate/simulate.ts';
import type { Simulation, SimulationInput } from '../../../core/simulate/simulation.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { readNetworkProfiles } from '../../main/read-network-profiles.ts';
import { pairs } from '../pairs.ts';
import { EXIT, printJson, printLine, printText } from '../print.ts';
import { compileFile } from '../sequence-file.ts';
import { formatSimulation } from './format-simulation.ts';
import { readAccounts } from './read-accounts.ts';
import { readCount, readRateOptions, readStartOption, wrongUse } from './read-options.ts';

export interface SimulateOptions {
  readonly leads?: string;
  readonly csv?: string;
  readonly map?: readonly string[];
  readonly encoding?: string;
  readonly days: string;
  readonly seed: string;
  readonly start: string;
  readonly runs: string;
  readonly rate: readonly string[];
  readonly accounts?: string;
  readonly credits?: string;
  readonly whatIf?: boolean;
  readonly json?: boolean;
  readonly html?: string;
}

const MOST_LEADS = 100_000;
const MOST_DAYS = 730;
const MOST_RUNS = 1000;

/** Simulates the files and prints what comes of it. */
export async function runSimulation(files: readonly string[], options: SimulateOptions): Promise<void> {
  const input = await readInput(files, options);
  if (input === null) {
    process.exitCode = EXIT.problem;
    return;
  }
  const simulation = simulate(input);
  if (options.html !== undefined) await writeReport(options.html, simulation);
  if (options.json) printJson(simulation);
  else printText(formatSimulation(simulation));
  if (options.html !== undefined && !options.json) printLine(`\nThe report is in ${options.html}`);
}

/** The charts' library is read by those who want charts. */
async function writeReport(file: string, simulation: Simulation): Promise<void> {
  const { renderReport } = await import('../../../core/simulate/report/render-report.ts');
  await writeFile(file, renderReport(simulation)).catch((error: NodeJS.ErrnoException) => {
    throw wrongUse(`cannot write ${file}: ${error.message}`, 'Name a file in a folder that exists.');
  });
}

/** Null after the problems were printed. */
async function readInput(files: readonly string[], options: SimulateOptions): Promise<SimulationInput | null> {
  const days = readCount('--days', options.days, 1, MOST_DAYS);
  const start = readStartOption(options.start);
  const runs = readCount('--runs', options.runs, 1, MOST_RUNS);
  const rates = readRateOptions(options.rate);
  const number = options.leads === undefined ? null : readCount('--leads', options.leads, 1, MOST_LEADS);
  const credits = options.credits === undefined ? null : readCount('--credits', options.credits, 0, 1e12);
  const plans = await readPlans(files, options.json === true);
  if (plans === null) return null;
  const leads = options.csv === undefined ? (number ?? 100) : await readPeople(options.csv, plans, number, options);
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
    profiles: readNetworkProfiles(process.env),
    what_if,
    runs,
    ...(credits === null ? {} : { credits }),
  };
}

async function readPeople(
  file: string,
  plans: readonly Plan[],
  most: number | null,
  { map = [], encoding }: SimulateOptions,
): Promise<GivenLead[]> {
  const { readCsvLeads } = await import('./read-csv-leads.ts');
  return readCsvLeads(file, plans, { most, mapping: pairs('--map', map), encoding });
}

async function readPlans(files: readonly string[], json: boolean): Promise<Plan[] | null> {
  const plans: Plan[] = [];
  for (const file of files) {
    const compiled = await compileFile(file, { json });
    if (compiled === null) return null;
    plans.push(compiled.plan);
  }
  return plans;
}
