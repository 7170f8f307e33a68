import type { Queryable } from '../../../shared/postgres/database.ts';

export interface Waiting {
  /** How many wait, each counted up to a bound. */
  readonly counts: {
    readonly outbox: number;
    readonly events_pending: number;
    readonly events_unmatched: number;
    readonly intents_in_doubt: number;
    readonly tasks_open: number;
  };
  /** Wall seconds for which the oldest one has waited; 0 where none does. */
  readonly outbox_age: number;
  readonly doubt_age: number;
  /** When the oldest pending event was received, virtual time. */
  readonly pending_since: Date | null;
}

/** More than that is as bad, and counting them all would take longer with each. */
const MOST = 10_000;

const count = (from: string): string => `(select count(*)::int from (select from ${from} limit ${MOST}) as bounded)`;
const secondsSince = (moment: string): string =>
  `greatest(0, coalesce(extract(epoch from now() - ${moment})::float8, 0))`;

/** Counts the work that is still waiting for the metrics. Each number is read along an index of the rows that wait. */
export async function countWaiting(db: Queryable): Promise<Waiting> {
  const due = (lane: string) => `(select min(wall_due_at) from outbox where lane = '${lane}')`;
  // Nobody looks for the outcome of calls to people who were erased.
  const inDoubt = `intents where state = 'unknown' and not erased`;
  const doubts = `(select wall_created_at from ${inDoubt} limit ${MOST})`;
  const { rows } = await db.query<Waiting & Record<string, unknown>>(
    `select jsonb_build_object('outbox', ${count('outbox')}, 'events_pending', ${count("events where state = 'pending'")},
              'events_unmatched', ${count("events where state = 'unmatched'")},
              'intents_in_doubt', ${count(inDoubt)},
              'tasks_open', ${count("tasks where status = 'open'")}) as counts,
            ${secondsSince(`least(${due('now')}, ${due('bulk')})`)} as outbox_age,
            ${secondsSince(`(select min(wall_created_at) from ${doubts} as doubts)`)} as doubt_age,
            (select min(received_at) from events where state = 'pending') as pending_since`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('a statement without rows to choose from always has one');
  return found;
}
