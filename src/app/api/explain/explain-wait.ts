import type { Binding } from '../../../language/plan/binding.ts';
import type { Node } from '../../../language/plan/node.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { describePause } from '../../../runtime/store/control/pauses.ts';
import type { EnrollmentRow } from '../../../runtime/store/enrollments/enrollment-row.ts';
import { unreachable } from '../../../shared/kit/result.ts';
import { whatWouldChange } from './what-would-change.ts';

/** The one thing that an enrollment waits for, and what would let it continue. */
export interface ExplainedWait {
  readonly constraint: Constraint;
  /** In plain words. */
  readonly text: string;
  /** How the calendar counts, where it is a limit: `{limit_class, count, used, per}`. */
  readonly detail: Binding | null;
  readonly would_change: readonly string[];
}

export type Constraint =
  | Binding['constraint']
  /** A slot in the calendar, whose reason is no longer known. */
  | 'slot'
  | 'account'
  | 'event'
  | 'time'
  | 'review'
  | 'task'
  | 'unknown_outcome'
  | 'unclear_reply'
  | 'paused';

type Waiting = Pick<EnrollmentRow, 'status' | 'waiting_kind' | 'waiting_text' | 'waiting_detail' | 'task'> &
  Partial<Pick<EnrollmentRow, 'hold'>> & {
    /** The account of this step, where it has been paused. */
    readonly paused_account?: string | null;
  };

/** Texts where the walk gave no reason of its own. */
const IN_WORDS: Readonly<Record<string, string>> = {
  time: 'waits for its time',
  slot: 'waits for a free slot in the calendar of its account',
  event: 'waits for something to happen',
  credits: 'waits for credits',
  account: 'waits for its account to be connected again',
  person: 'waits for a person to decide',
};

/** Null while a step is being performed, before the walk begins and after it ended. */
export function explainWait(row: Waiting, node: Node | undefined, plan: Plan): ExplainedWait | null {
  const { status, waiting_kind: kind, waiting_text, waiting_detail: detail, hold = null } = row;
  if (status === 'finished') return null;
  if (hold !== null) {
    return { constraint: 'paused', text: describePause(hold), detail: null, would_change: [resumption(hold)] };
  }
  if (kind === null) return null;
  const text = waiting_text || (IN_WORDS[kind] ?? kind);
  const wait = (constraint: Constraint, ...would_change: string[]): ExplainedWait => ({
    ...{ constraint, text, would_change },
    detail: null,
  });
  if (status === 'paused') {
    const resumed = ['Resume it: overture resume ID, or POST /api/enrollments/{id}/resume.'];
    return {
      constraint: 'paused',
      text: `Paused by a person; before that: ${text}`,
      detail: null,
      would_change: resumed,
    };
  }
  switch (kind) {
    case 'slot':
      if (detail === null) return wait('slot', 'When others leave the queue, their slots become free.');
      return { constraint: detail.constraint, text, detail, would_change: whatWouldChange(detail, plan) };
    case 'credits':
      return wait('credits', 'When the balance returns, it continues by itself.');
    case 'account':
      if (detail?.constraint === 'unmatched' || detail?.constraint === 'unheard')
        return { constraint: detail.constraint, text, detail, would_change: whatWouldChange(detail, plan) };
      if (row.paused_account)
        return wait('account', `Resume the account: overture accounts resume ${row.paused_account}.`);
      return wait('account', 'When the account is connected again, or ready earlier, it continues by itself.');
    case 'event':
      return wait('event', ...eventChanges(node));
    case 'person':
      return personWait(row, wait);
    default:
      if (detail?.constraint === 'writer')
        return { constraint: 'writer', text, detail, would_change: whatWouldChange(detail, plan) };
      return wait('time', ...timeChanges(node, plan));
  }
}

function resumption({ scope, target, state }: NonNullable<EnrollmentRow['hold']>): string {
  if (scope === 'all') return 'Resume everything: overture resume --all, or POST /api/resume.';
  if (scope === 'campaign' && state === 'stopped') return 'Nothing: the campaign was stopped, so this enrollment ends.';
  const paths = { account: 'accounts', campaign: 'campaigns', sequence: 'sequences' };
  return `Resume the ${scope}: overture resume --${scope} ${target}, or POST /api/${paths[scope]}/${target}/resume.`;
}

function personWait(
  { task }: Waiting,
  wait: (constraint: Constraint, ...changes: string[]) => ExplainedWait,
): ExplainedWait {
  const where = task ? `overture tasks decide ${task.id}` : 'overture tasks';
  switch (task?.kind) {
    case 'review':
      return wait('review', `Approve or reject the text: ${where} approve, or reject.`);
    case 'unclear_reply':
      return wait(
        'unclear_reply',
        `Say what their mail is: ${where} answer, automatic, or no_more_mail (they want no more mail).`,
      );
    case 'task':
      return wait('task', `Do the task and approve it, or reject it: ${where} approve, or reject.`);
    default:
      return wait('unknown_outcome', `Say whether it was sent: ${where} sent, or not_sent.`);
  }
}

function eventChanges(node: Node | undefined): string[] {
  if (node?.kind !== 'wait_for') return ['When the event comes, it continues at once.'];
  switch (node.event) {
    case 'reply':
      return ['When a reply comes, it continues with `then` at once; at the deadline, with `else`.'];
    case 'label':
      return [
        'When the answer is labeled in the inbox, it continues with `then` at once; at the deadline, with `else`. A reply does not end it.',
      ];
    case 'accepted_invitation':
      return ['When the invitation is accepted, it continues with `then` at once; at the deadline, with `else`.'];
    default:
      return unreachable(node.event);
  }
}

function timeChanges(node: Node | undefined, plan: Plan): string[] {
  const stops = plan.stop_on.length > 0 ? [`It ends at once on: ${plan.stop_on.join(', ')}.`] : [];
  if (node?.kind !== 'wait') return ['Nothing: it tries again by itself at that time.', ...stops];
  if (node.duration.unit === 'business_days') {
    const days = plan.schedule.holidays?.length ? 'working days that are not holidays' : 'working days of the schedule';
    return [`Only time: it counts ${days}.`, ...stops];
  }
  return ['Only time.', ...stops];
}
