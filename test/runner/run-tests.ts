// `npm test [-- --shuffle [seed]]`: everything that judges a rule, in four lanes on two cores, since a lane waits for half of its time. Heavy files (a
// Temporal server, Java, a browser, mail servers, a whole system) run one at a time; light ones fill the rest. Why: docs/decisions/how-the-tests-run.md.
import { Command } from 'commander';
import { messageOf } from '../../src/shared/kit/thrown.ts';
import { TESTS_BUILT } from '../support/built-modules.ts';
import { classifyFiles } from './classify-files.ts';
import { ORDER_SEED } from './order-of-files.ts';
import { prepareMachine } from './prepare-machine.ts';
import { secondsOfChildren } from './processor-time.ts';
import { runAgain } from './run-again.ts';
import { runLanes } from './run-lanes.ts';
import { startSharedServers } from './start-shared-servers.ts';

/** The most that a run may take on two cores with everything fetched, in seconds. */
const MOST = { wall: 480, cpu: 960 };

const { shuffle } = new Command('test')
  .description(
    'Runs what judges rules; the rest is `npm run test:nightly`. For one file or folder: npx vitest run <path>',
  )
  .option('--shuffle [seed]', 'runs the files in another order')
  .parse()
  .opts<{ readonly shuffle?: string | true }>();
const print = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  process.exitCode = await run();
} catch (error) {
  print(messageOf(error));
  process.exitCode = 1;
}

async function run(): Promise<number> {
  const begun = performance.now();
  const machine = await prepareMachine(print);
  const seed = shuffle === true ? String(Date.now() % 1_000_000) : shuffle;
  if (seed !== undefined) print(`order of the files: seed ${seed}`);
  const servers = await startSharedServers();
  const env = { ...servers.env, [TESTS_BUILT]: '1', ...(seed === undefined ? {} : { [ORDER_SEED]: seed }) };
  const { ran, judged } = await runAll({ env, beside: machine.has_second_core }).finally(() => servers.stop());
  print('');
  for (const line of machine.not_tested) print(`not tested on this machine: ${line}`);
  for (const lane of ran.broken) print(`failed: the lane ${lane} ended before it could say what it had run`);
  for (const error of ran.strays) print(`failed: an error outside of any test: ${error}`);
  for (const { path, failures } of judged.failed)
    for (const { test, error } of failures) print(`failed: ${path} ${test} (${error.split('\n')[0]})`);
  for (const { path, test, reason, log } of judged.unsteady)
    print(`unsteady: ${path} ${test} (${reason}); the first failure is kept in ${log}`);
  tellTime((performance.now() - begun) / 1000, secondsOfChildren());
  const lasting = judged.failed.reduce((sum, { failures }) => sum + failures.length, 0) + ran.strays.length;
  const failed = lasting + ran.broken.length;
  print(`${ran.passed} passed, ${failed} failed, ${ran.skipped} skipped`);
  return failed > 0 || ran.passed === 0 ? 1 : 0;
}

async function runAll({ env, beside }: { readonly env: NodeJS.ProcessEnv; readonly beside: boolean }) {
  const lanes = [
    { label: 'heavy', projects: ['heavy'] },
    { label: 'api', projects: ['light-api'] },
    { label: 'service', projects: ['light-service'] },
    { label: 'engine', projects: ['light-engine', 'generated'] },
  ];
  const ran = await runLanes(lanes, { env, print, beside });
  return { ran, judged: await runAgain(ran.files, { files: classifyFiles(process.cwd()), env, print }) };
}

function tellTime(wall: number, cpu: number): void {
  const took = `${wall.toFixed(0)} s, ${cpu.toFixed(0)} s of CPU`;
  print(`${took} (aims: ${MOST.wall} and ${MOST.cpu} on two cores)`);
}
