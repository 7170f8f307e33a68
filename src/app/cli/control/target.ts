import { CodedError } from '../../../shared/kit/coded-error.ts';
import type { OperationName } from '../../api-contract/api-operations.ts';

export type ControlAction = 'pause' | 'resume' | 'stop' | 'skip' | 'retry' | 'reschedule';

export interface TargetOptions {
  readonly all?: boolean;
  readonly campaign?: string;
  readonly account?: string;
  readonly sequence?: string;
  readonly version?: string;
  readonly status?: string;
  readonly node?: string;
  readonly lead?: string;
}

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
  const of = options.lead === undefined ? 'filter' : 'one';
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

const filterOf = ({ campaign, account, sequence, version, status, node, lead }: TargetOptions) => ({
  ...{ campaign_id: campaign, account_id: account, sequence, status, node, lead_id: lead },
  version: version === undefined ? undefined : Number(version),
});
