import { Command } from 'commander';
import { z } from 'zod';
import { type ApiClient, createApiClient } from '../api-client.ts';
import { askFirst } from '../ask-first.ts';
import { type ControlAction, type Target, type TargetOptions, targetOf } from '../control/target.ts';
import { EXIT, printJson, printLine } from '../print.ts';

interface Options extends TargetOptions {
  readonly note?: string;
  readonly at?: string;
  readonly in?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const DESCRIPTIONS: Readonly<Record<ControlAction, string>> = {
  pause: 'begin no steps until resumed: of an enrollment, a campaign, an account, a sequence or everything',
  resume: 'continue what was paused',
  stop: 'end enrollments with the outcome stopped; once this has answered, nothing begins',
  skip: 'skip the present step, or end a wait, and continue after it',
  retry: 'begin the present step, or the one that ended the enrollment as failed, anew',
  reschedule: 'give a wait, or a waiting step, another time',
};

const DONE: Readonly<Record<ControlAction, string>> = {
  pause: 'Paused',
  resume: 'Resumed',
  stop: 'Stopped',
  skip: 'Skipped',
  retry: 'Begun again',
  reschedule: 'Rescheduled',
};

/** `pause`, `resume`, `stop`, `skip`, `retry` and `reschedule` name their targets by the same options. */
export function controlCommand(action: ControlAction): Command {
  const command = new Command(action)
    .description(DESCRIPTIONS[action])
    .argument('[enrollment]', 'its id')
    .option('--all', 'every active enrollment')
    .option('--campaign <id>', 'all of this campaign')
    .option('--account <id>', 'everyone this account sends to')
    .option('--sequence <name>', 'all in this sequence')
    .option('--version <n>', 'only of this version')
    .option('--status <status>', 'only queued, active, paused or needs_person')
    .option('--node <id>', 'only those at this step')
    .option('--lead <id>', 'only of this person')
    .option('--note <text>', 'why; kept in the timeline');
  if (action === 'reschedule') {
    command.option('--at <time>', 'with its offset: 2026-03-02T09:00:00+01:00').option('--in <duration>', '2 days');
  }
  return command
    .option('--dry-run', 'say how many it affects, and change nothing')
    .option('--yes', 'do not ask; needed for more than one where nobody can be asked')
    .option('--json', "print the API's answer")
    .addHelpText('after', examplesOf(action))
    .action((id: string | undefined, options: Options) => execute(action, id, options));
}

function examplesOf(action: ControlAction): string {
  const time = action === 'reschedule' ? ' --in "2 days"' : '';
  const lines = [
    `overture ${action} enr_01hx…${time}`,
    `overture ${action} --campaign cmp_01hx… --note "wrong text"${time} --yes`,
    `overture ${action} --sequence hello --node invite --dry-run${time}`,
    ...(action === 'stop' ? ['overture stop --all --yes'] : []),
  ];
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

async function execute(action: ControlAction, id: string | undefined, options: Options): Promise<void> {
  const target = targetOf(action, id, options);
  const { note, at, in: after } = options;
  const body = {
    ...target.body,
    ...(note === undefined ? {} : { note }),
    ...(at === undefined ? {} : { at }),
    ...(after === undefined ? {} : { in: after }),
  };
  const api = createApiClient();
  if (options.dryRun) return tellAnswer(action, target, await preview(api, target, body), options);
  if (target.of !== 'one') {
    const question = `${action.charAt(0).toUpperCase()}${action.slice(1)}?`;
    const count = async () => (await preview(api, target, body)).matched ?? 0;
    if ((await askFirst({ question, words: target.words, yes: options.yes, count })) === 'declined') {
      printLine('Nothing has changed.');
      process.exitCode = EXIT.problem;
      return;
    }
  }
  tellAnswer(action, target, await ask(api, target, body, false), options);
}

const answer = z.looseObject({
  matched: z.number().optional(),
  done: z.number().optional(),
  refused: z.record(z.string(), z.number()).optional(),
  job_id: z.string().nullish(),
  status: z.string().optional(),
  in_flight: z.number().optional(),
  dry_run: z.boolean().optional(),
  control: z.looseObject({ matched: z.number(), job_id: z.string().nullable(), in_flight: z.number() }).optional(),
});
type Answer = z.output<typeof answer>;

const preview = (api: ApiClient, target: Target, body: object): Promise<Answer> => ask(api, target, body, true);

/** Which operation it is depends on whom it concerns; what is read of the answer is the same. */
async function ask(api: ApiClient, { operation, params }: Target, body: object, dry_run: boolean): Promise<Answer> {
  return answer.parse(await api.call(operation, { params, query: { dry_run }, body }));
}

function tellAnswer(action: ControlAction, target: Target, given: Answer, { json }: Options): void {
  if (json) {
    printJson(given);
    return;
  }
  const { matched, done, refused = {}, job_id, in_flight } = { ...given, ...given.control };
  if (given.dry_run) {
    printLine(
      matched === undefined ? `This is possible: ${target.words}.` : `${matched} would be affected: ${target.words}.`,
    );
    return;
  }
  printLine(`${DONE[action]}: ${target.words}${done === undefined ? '' : `, ${done} of ${matched}`}.`);
  for (const [code, count] of Object.entries(refused)) printLine(`  ${count} not: ${code.replaceAll('_', ' ')}`);
  if (in_flight) printLine(`  ${in_flight} already running; each is recorded when it ends`);
  if (job_id) printLine(`  how far it is: GET /api/control/${job_id}`);
}
