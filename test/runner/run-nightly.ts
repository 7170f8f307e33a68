// `npm run test:nightly [-- --only <name> | --anew | --list]`: everything that `npm test` leaves out, in two lanes, as many as there are cores,
// with a table at the end of what ran, how long it took and what failed. A run that was cut off goes on where it was.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { formatTable } from '../../src/app/cli/table.ts';
import { messageOf } from '../../src/shared/kit/thrown.ts';
import { classifyFiles } from './classify-files.ts';
import { failureLines } from './failure-lines.ts';
import { type NightlyItem, nightlyItems } from './nightly-items.ts';
import { type Outcome, openNightlyState } from './nightly-state.ts';
import { prepareMachine } from './prepare-machine.ts';
import { runVitest } from './run-vitest.ts';
import { startSharedServers } from './start-shared-servers.ts';

const { only, anew, list } = new Command('test:nightly')
  .description('Runs everything that npm test leaves out, and goes on where a run was cut off')
  .option('--only <name...>', 'these alone, whether or not they have run')
  .option('--anew', 'what has passed runs again')
  .option('--list', 'names what there is')
  .parse()
  .opts<{ readonly only?: readonly string[]; readonly anew?: true; readonly list?: true }>();
const print = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  process.exitCode = await run();
} catch (error) {
  print(messageOf(error));
  process.exitCode = 1;
}

async function run(): Promise<number> {
  const hasRounds = (path: string): boolean => readFileSync(path, 'utf8').includes('support/rounds.ts');
  const all = nightlyItems(classifyFiles(process.cwd()), hasRounds);
  if (list) {
    for (const { name, files, command } of all) print(`${name}: ${files?.join(' ') ?? `npm ${command?.join(' ')}`}`);
    return 0;
  }
  const unknown = only?.filter((name) => !all.some((item) => item.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')} in the night: --list names what there is.`);
  const items = only === undefined ? all : all.filter(({ name }) => only.includes(name));
  const state = openNightlyState(anew ?? false);
  const due = items.filter(({ name }) => only !== undefined || !state.of(name)?.passed);
  if (due.length < items.length)
    print(`${items.length - due.length} have passed before on this code and are not run again.`);
  const machine = await prepareMachine(print);
  const servers = await startSharedServers();
  const env = { ...servers.env, OVERTURE_NIGHT: '1' };
  const lane = async (which: readonly NightlyItem[]): Promise<void> => {
    for (const item of which) state.note(item.name, await runItem(item, env));
  };
  try {
    const heavy = due.filter(({ is_heavy }) => is_heavy);
    const light = due.filter(({ is_heavy }) => !is_heavy);
    if (machine.has_second_core) await Promise.all([lane(heavy), lane(light)]);
    else await lane([...heavy, ...light]);
  } finally {
    await servers.stop();
  }
  return tell(
    items.map(({ name }) => ({ name, outcome: state.of(name) })),
    machine.not_tested,
  );
}

async function runItem(item: NightlyItem, env: NodeJS.ProcessEnv): Promise<Outcome> {
  const begun = performance.now();
  const { name: label, files, command = [] } = item;
  const seconds = (): number => Math.round((performance.now() - begun) / 1000);
  if (files === undefined) {
    const exit_code = await runCommand(label, command, env);
    const failures = exit_code === 0 ? [] : [`npm ${command.join(' ')} ended with ${exit_code}`];
    return { passed: exit_code === 0, seconds: seconds(), tests: null, failures };
  }
  const result = await runVitest({ label, projects: [], files, env, print });
  const failures = failureLines(result);
  return { passed: failures.length === 0, seconds: seconds(), tests: result.report?.passed ?? null, failures };
}

async function runCommand(label: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn('npm', args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => print(`[${label}] ${line}`));
  }
  return new Promise((resolve) => child.once('close', resolve));
}

function tell(
  ran: readonly { readonly name: string; readonly outcome: Outcome | undefined }[],
  not_tested: readonly string[],
): number {
  print('');
  for (const line of not_tested) print(`not tested on this machine: ${line}`);
  const rows = ran.map(({ name, outcome }) => [
    name,
    outcome === undefined ? 'did not run' : outcome.passed ? 'passed' : 'FAILED',
    String(outcome?.seconds ?? '-'),
    String(outcome?.tests ?? '-'),
  ]);
  print(formatTable(['WHAT', 'HOW IT ENDED', 'SECONDS', 'TESTS'], rows));
  for (const { name, outcome } of ran)
    for (const failure of outcome?.failures ?? []) print(`failed: ${name}: ${failure}`);
  const failed = ran.filter(({ outcome }) => !outcome?.passed).length;
  print(`${ran.length - failed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}
