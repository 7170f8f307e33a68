import { Command } from 'commander';
import { type ControlOptions, controlTarget } from '../../control/control-target.ts';
import { addNarrowing, type ControlAction, type TargetOptions, targetOf } from '../../control/target.ts';

type Options = TargetOptions & ControlOptions;

const DESCRIPTIONS: Readonly<Record<ControlAction, string>> = {
  pause: 'begin no steps until resumed: of an enrollment, a campaign, an account, a sequence or everything',
  resume: 'continue what was paused',
  stop: 'end enrollments with the outcome stopped; once this has answered, nothing begins',
  skip: 'skip the present step, or end a wait, and continue after it',
  retry: 'begin the present step, or the one that ended the enrollment as failed, anew',
  reschedule: 'give a wait, or a waiting step, another time',
};

/** `pause`, `resume`, `stop`, `skip`, `retry` and `reschedule` name their targets by the same options. */
export function controlCommand(action: ControlAction): Command {
  const command = new Command(action)
    .description(DESCRIPTIONS[action])
    .argument('[enrollment]', 'its id')
    .option('--all', 'every active enrollment')
    .option('--campaign <id>', 'all of this campaign')
    .option('--account <id>', 'everyone this account sends to')
    .option('--sequence <name>', 'all in this sequence');
  addNarrowing(command).option('--note <text>', 'why; kept in the timeline');
  if (action === 'reschedule') {
    command.option('--at <time>', 'with its offset: 2026-03-02T09:00:00+01:00').option('--in <duration>', '2 days');
  }
  return command
    .option('--dry-run', 'say how many it affects, and change nothing')
    .option('--yes', 'do not ask; needed for more than one where nobody can be asked')
    .option('--json', "print the API's answer")
    .addHelpText('after', examplesOf(action))
    .action((id: string | undefined, options: Options) =>
      controlTarget(action, targetOf(action, id, options), options),
    );
}

function examplesOf(action: ControlAction): string {
  const time = action === 'reschedule' ? ' --in "2 days"' : '';
  const lines = [
    `overture ${action} enr_01hx…${time}`,
    `overture ${action} --campaign cmp_01hx… --note "wrong text"${time} --yes`,
    `overture ${action} --sequence hello --node invite --dry-run${time}`,
    `overture ${action} --campaign cmp_01hx… --label interested --dry-run${time}`,
    ...(action === 'stop' ? ['overture stop --all --yes'] : []),
  ];
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}
