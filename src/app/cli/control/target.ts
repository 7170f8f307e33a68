import { CodedError } from '../../../shared/kit/coded-error.ts';

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

/** Which call of the API it is. `words`: whom it concerns, for a question. */
export interface Target {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly words: string;
  readonly of: 'one' | 'hold' | 'filter';
}

const HOLDS: readonly ControlAction[] = ['pause', 'resume', 'stop'];

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
    return { path: `/api/enrollments/${encodeURIComponent(id)}/${action}`, body: {}, words: id, of: 'one' };
  }
  if (HOLDS.includes(action)) {
    const hold = holdOf(action, options, given.length);
    if (hold) return hold;
  }
  const filter = options.all ? { all: true } : Object.fromEntries(given);
  const words = options.all ? 'everything' : given.map(([name, value]) => `${name} ${value}`).join(', ');
  // Whatever else narrows it: it is one person, who was named.
  const of = options.lead === undefined ? 'filter' : 'one';
  return { path: '/api/enrollments/control', body: { action, filter }, words, of };
}

function holdOf(
  action: ControlAction,
  { all, campaign, account, sequence }: TargetOptions,
  given: number,
): Target | null {
  if (all) {
    const body = action === 'stop' ? { confirm: 'everything' } : {};
    return { path: `/api/${action}`, body, words: 'everything', of: 'hold' };
  }
  if (given !== 1) return null;
  const scopes = { campaigns: campaign, accounts: account, ...(action === 'stop' ? {} : { sequences: sequence }) };
  for (const [folder, target] of Object.entries(scopes)) {
    if (target === undefined) continue;
    const words = `the ${folder.slice(0, -1)} ${target}`;
    return { path: `/api/${folder}/${encodeURIComponent(target)}/${action}`, body: {}, words, of: 'hold' };
  }
  return null;
}

const filterOf = ({ campaign, account, sequence, version, status, node, lead }: TargetOptions) => ({
  ...{ campaign_id: campaign, account_id: account, sequence, status, node, lead_id: lead },
  version: version === undefined ? undefined : Number(version),
});
