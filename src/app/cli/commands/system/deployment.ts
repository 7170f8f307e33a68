import { Command, InvalidArgumentError } from 'commander';
import type { Deploying, ReplayReport, Sample } from '../../../main/deploy-build.ts';
import { withFoundHome } from '../../find-system.ts';
import { EXIT, printJson, printLine, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';
import { tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

interface Options extends Sample {
  readonly json?: true;
}

/** Opens what the command works on: that of its own build, unless told. */
type Open = () => Promise<Deploying>;

async function openOwn(): Promise<Deploying> {
  const { openDeploying } = await import('../../../main/deploy-build.ts');
  return openDeploying(await withFoundHome());
}

export function deploymentCommand(open: Open = openOwn): Command {
  const withDeploying = async (work: (deploying: Deploying) => Promise<void>): Promise<void> => {
    const deploying = await open();
    try {
      await work(deploying);
    } finally {
      await deploying.close();
    }
  };
  const deployment = new Command('deployment').description(
    'builds of the worker: which get work, and whether this one replays what runs (TEMPORAL_DEPLOYMENT_NAME)',
  );
  tellsTimes(deployment.command('show'))
    .description('which builds Temporal knows, and which of them get work')
    .option('--json', 'print as JSON')
    .action((options: ShowOptions) => withDeploying((deploying) => show(deploying, options)));
  samples(deployment.command('replay'))
    .description('replay the histories of some who are under way with the workflow code of this build; changes nothing')
    .action((options: Options) => withDeploying((deploying) => letIn(deploying, options)));
  samples(deployment.command('set-current'))
    .description('let this build have all work, if it replays them')
    .action((options: Options) => withDeploying((deploying) => letIn(deploying, options, setCurrent)));
  samples(deployment.command('set-ramping'))
    .description('let this build have so many percent of the workflows, if it replays them; 0 ends the ramp')
    .argument('<percent>', 'of the workflows, 0 to 100', readPercent)
    .action((percent: number, options: Options) =>
      withDeploying((deploying) =>
        percent === 0 ? endRamp(deploying, options) : letIn(deploying, options, setRamping(percent)),
      ),
    );
  return deployment;
}

const samples = (command: Command): Command =>
  command
    .option('--each <n>', 'how many of those who wait at the same step for the same', readCount, 3)
    .option('--most <n>', 'how many of all', readCount, 2000)
    .option('--json', 'print as JSON');

interface Change {
  make(deploying: Deploying): Promise<void>;
  readonly done: string;
}

const setCurrent: Change = { make: (deploying) => deploying.setCurrent(), done: 'has all work from now on' };
const setRamping = (percent: number): Change => ({
  make: (deploying) => deploying.setRamping(percent),
  done: `has ${percent} % of the workflows from now on`,
});

/** Nothing is changed for a build that does not replay what runs. */
async function letIn(deploying: Deploying, options: Options, change?: Change): Promise<void> {
  const { version } = deploying;
  const report = await deploying.replay(options);
  const accepted = report.failures.length === 0;
  if (accepted) await change?.make(deploying);
  if (options.json) printJson({ ...version, ...report, accepted });
  else printReport(report, `build ${version.build_id} of ${version.deployment}`, change?.done);
  process.exitCode = accepted ? EXIT.done : EXIT.problem;
}

function printReport({ replayed, failures }: ReplayReport, build: string, done: string | undefined): void {
  for (const { workflow_id, where, message, fix } of failures)
    printLine(`✗ ${workflow_id}, at ${where}, does not replay: ${message.replace(/\.$/, '')}. ${fix}`);
  if (failures.length > 0) {
    printLine(`${failures.length} of ${replayed} do not replay, so ${build} is not let in.`);
    return;
  }
  printLine(replayed === 0 ? 'Nobody is under way whose history could be replayed.' : `✓ ${replayed} replay.`);
  if (done !== undefined) printLine(`The ${build} ${done}.`);
}

async function endRamp(deploying: Deploying, { json }: Options): Promise<void> {
  await deploying.setRamping(0);
  if (json) printJson({ ...deploying.version, ramping: null });
  else printLine(`The ramp is over: all work goes to the current build of ${deploying.version.deployment}.`);
}

type ShowOptions = ZoneOption & Pick<Options, 'json'>;

async function show({ version, deployment }: Deploying, { json, ...zone }: ShowOptions): Promise<void> {
  const found = await deployment();
  if (json) return printJson({ ...version, ...(found ?? { current: null, ramping: null, builds: [] }) });
  if (found === null) return printLine(`No worker of ${version.deployment} has asked Temporal for work yet.`);
  const times = timesOf(zone);
  if (found.current === null) printLine('No build is current: workers without a version get the work.');
  printLine(times.head);
  const rows = found.builds.map(({ build_id, status, first_seen }) => {
    const share = found.ramping?.build_id === build_id ? ` ${found.ramping.percentage} %` : '';
    const mine = build_id === version.build_id ? 'this one' : '';
    return [build_id, `${status}${share}`, first_seen === null ? '' : times.at(first_seen), mine];
  });
  printText(formatTable(['BUILD', 'STATUS', 'FIRST SEEN', ''], rows));
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write a number from 1 on.');
}

function readPercent(text: string): number {
  if (/^\d{1,3}(\.\d+)?$/.test(text) && Number(text) <= 100) return Number(text);
  throw new InvalidArgumentError('Write a number from 0 to 100.');
}
