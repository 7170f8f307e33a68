import type { Queryable } from '../../shared/postgres/database.ts';

/**
 * The conditions under which loops of a worker have something to do. Each costs a look into an index of what waits; `$1` is now in virtual time. A
 * loop that is woken by one looks again by itself: the condition may hold where there is nothing that it may do yet.
 */
const WAITING = {
  outbox: 'select from outbox where wall_due_at <= now()',
  events: `select from events where state = 'pending'`,
  merges: `select from merges where state = 'pending'`,
  answers: `select from answers where state in ('waiting', 'sending') and wall_due <= clock_timestamp() and (due_at is null or due_at <= $1)`,
  unmatched: `select from unmatched_replies where state <> 'done'`,
  gaps: 'select from accounts where gap_searched_until is not null union all select from unheard_waits',
  beginnings: `select from enrollments where queue > 0 and started_at is null and status = 'queued'`,
  looks: 'select from campaign_follows where next_look_at <= $1',
  versions: `select from change_plans where status = 'applying'`,
  bulkControl: `select from control_jobs where status = 'running'`,
  conversations: 'select from conversation_changes',
  reminders: `select from conversations where state = 'snoozed' and snoozed_until <= $1
    union all select from conversations where enters is not null and label_until <= $1 and merged_into is null`,
  erasures: `select from erasures where stage is not null and wall_due_at <= now()
    union all select from erasure_checks where status = 'running' and wall_due_at <= now()`,
  webhooks: `select from webhooks where status = 'active'`,
} as const;

export type WaitingWork = keyof typeof WAITING;

export const isLookedFor = (name: string): name is WaitingWork => Object.hasOwn(WAITING, name);

const LOOK = `select ${Object.entries(WAITING)
  .map(([name, rows]) => `exists (${rows}) as "${name}"`)
  .join(', ')}`;

/** All that waits, by one statement: most of the time that is nothing. */
export async function findWaiting(db: Queryable, now: Date): Promise<WaitingWork[]> {
  const { rows } = await db.query<Record<WaitingWork, boolean>>(LOOK, [now]);
  const [found] = rows;
  return (Object.keys(WAITING) as WaitingWork[]).filter((name) => found?.[name]);
}
