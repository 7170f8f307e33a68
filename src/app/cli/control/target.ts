import type { Command } from 'commander';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import type { OperationName } from '../../api-contract/api-operations.ts';

export type ControlAction = 'pause' | 'resume' | 'stop' | 'skip' | 'retry' | 'reschedule';

/** Options that narrow the people whom it concerns. */
export interface NarrowingOptions {
  readonly version?: string;
  readonly status?: string;
  readonly outcome?: string;
  readonly node?: string;
  readonly arm?: string;
  readonly waitingOn?: string;
  readonly replied?: string;
  readonly label?: string;
  readonly tag?: string;
  readonly suppressed?: string;
  readonly lead?: readonly string[];
}

export interface TargetOptions extends NarrowingOptions {
  readonly all?: boolean;
  readonly campaign?: string;
  readonly account?: string;
  readonly sequence?: string;
}

/** The filters of bulk acts, as `GET /api/leads` and the page have them. */
export const addNarrowing = (command: Command): Command =>
  command
    .option('--version <n>', 'only of this version')
    .option('--status <status>', 'only queued, active, paused, needs_person or finished')
    .option('--outcome <name>', 'only those that ended so')
    .option('--node <id>', 'only those at this step')
    .option('--arm <name>', 'only those who took this arm of a split')
    .option('--waiting-on <account>', 'only those whose step waits for a slot of this account: its id')
    .option('--replied <true|false>', 'only those who have replied, or have not')
    .option('--label <name>', 'only of people with a conversation that has this label; none: without one')
    .option('--tag <tag>', 'only of people with this tag')
    .option('--suppressed <true|false>', 'only of people on the do-not-contact list, or not on it')
    .option('--lead <id>', 'only of this person; may be repeated', (id: string, before?: readonly string[]) => [
      ...(before ?? []),
      id,
    ]);

/** Whether it concerns some people of a campaign alone. */
export const narrowsCampaign = (options: TargetOptions): boolean =>
  Object.entries(filterOf(options)).some(([name, value]) => name !== 'campaign_id' && value !== undefined);

/** Which operation of the API it is. `words`: whom it concerns, for a question. */
export interface Target {
  readonly operation: OperationName;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly words: string;
  readonly of: 'one' | 'hold' | 'filter';
}

type PauseAction = 'pause' | 'resume' | 'stop';

const OF_ONE: Readonly<Record<ControlAction, OperationName>> = {
  pause: 'pauseEnrollment',
  resume: 'resumeEnrollment',
  stop: 'stopEnrollment',
  skip: 'skipStep',
  retry: 'retryStep',
  reschedule: 'rescheduleStep',
};
const OF_ALL: Readonly<Record<PauseAction, OperationName>> = {
  pause: 'pauseEverything',
  resume: 'resumeEverything',
  stop: 'stopEverything',
};
/** A sequence is not stopped as a whole. */
const OF_MANY: Readonly<Record<'campaign' | 'account' | 'sequence', Partial<Record<PauseAction, OperationName>>>> = {
  campaign: { pause: 'pauseCampaign', resume: 'resumeCampaign', stop: 'stopCampaign' },
  account: { pause: 'pauseAccount', resume: 'resumeAccount', stop: 'stopAccount' },
  sequence: { pause: 'pauseSequence', resume: 'resumeSequence' },
};

/**
 * One enrollment by its id; everything, or one campaign, account or sequence, by the row that all its steps read; whatever is
 * narrower than that, by a filter.
 */
export function targetOf(action: ControlAction, id: string | undefined, options: TargetOptions): Target {
  const given = Object.entries(filterOf(options)).filter(([, value]) => value !== undefined);
  if ((id === undefined ? 0 : 1) + (options.all ? 1 : 0) + (given.length > 0 ? 1 : 0) !== 1) {
    throw new CodedError('wrong_use', `Say whom to ${action}: one enrollment, a filter, or --all.`, {
      fix: `overture ${action} <enrollment>, overture ${action} --campaign <id>, or overture ${action} --all`,
    });
  }
  if (id !== undefined) {
    return { operation: OF_ONE[action], params: { id }, body: {}, words: id, of: 'one' };
  }
  if (action === 'pause' || action === 'resume' || action === 'stop') {
    const hold = pauseOf(action, options, given.length);
    if (hold) return hold;
  }
  const filter = options.all ? { all: true } : Object.fromEntries(given);
  const words = options.all ? 'everything' : given.map(([name, value]) => `${name} ${value}`).join(', ');
  // Whatever else narrows it: it is one person, who was named.
  const of = options.lead?.length === 1 ? 'one' : 'filter';
  return { operation: 'controlEnrollments', params: {}, body: { action, filter }, words, of };
}

function pauseOf(
  action: PauseAction,
  { all, campaign, account, sequence }: TargetOptions,
  given: number,
): Target | null {
  if (all) {
    return { operation: OF_ALL[action], params: {}, body: { confirm: 'everything' }, words: 'everything', of: 'hold' };
  }
  if (given !== 1) return null;
  const scopes = { campaign, account, sequence };
  for (const scope of ['campaign', 'account', 'sequence'] as const) {
    const target = scopes[scope];
    const operation = OF_MANY[scope][action];
    if (target === undefined || operation === undefined) continue;
    const params = scope === 'sequence' ? { name: target } : { id: target };
    return { operation, params, body: {}, words: `the ${scope} ${target}`, of: 'hold' };
  }
  return null;
}

const filterOf = ({ campaign, account, sequence, ...narrowing }: TargetOptions) => ({
  ...{ campaign_id: campaign, account_id: account, sequence },
  ...narrowingOf(narrowing),
});

function narrowingOf(options: NarrowingOptions) {
  const { version, status, outcome, node, arm, waitingOn, replied, label, tag, suppressed, lead = [] } = options;
  return {
    ...{ status, outcome, node, arm, waiting_on: waitingOn, label, tag },
    version: version === undefined ? undefined : Number(version),
    replied: truthOf('--replied', replied),
    suppressed: truthOf('--suppressed', suppressed),
    lead_id: lead.length === 1 ? lead[0] : undefined,
    lead_ids: lead.length > 1 ? lead : undefined,
  };
}

function truthOf(option: string, said: string | undefined): boolean | undefined {
  if (said === undefined) return undefined;
  if (said === 'true' || said === 'false') return said === 'true';
  throw new CodedError('wrong_use', `${option} is ${said}, and can be true or false.`, { fix: `${option} true` });
}
