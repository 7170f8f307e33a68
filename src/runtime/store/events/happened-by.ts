import type { AwaitedEvent } from '../../../language/plan/nodes/wait-for.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

/** Whether an event came in time; `replies` are the ids of replies. */
export interface Happened {
  readonly in_time: boolean;
  readonly replies: readonly string[];
  /** A reply came after the deadline. */
  readonly replied_late: boolean;
}

interface Awaited {
  readonly enrollment_id: string;
  readonly event: AwaitedEvent;
  readonly deadline: Date;
  /** When the step was entered; replies from before were for another one, unless the walk has not heard of them. */
  readonly entered_at: Date;
  readonly seen: readonly string[];
}

/** Whether what the step waited for had happened by its deadline, by the time of the event itself. A label is no event of a service. */
export async function findHappenedBy(tx: Queryable, awaited: Awaited): Promise<Happened> {
  if (awaited.event === 'accepted_invitation') return findAcceptance(tx, awaited);
  const { rows } = await tx.query<{ id: string; late: boolean }>(
    `select substr(once, 7) as id, at > $2 as late from timeline
      where enrollment_id = $1 and type = 'replied' and once like 'event/%'
        and (at >= $3 or substr(once, 7) <> all($4)) order by id`,
    [awaited.enrollment_id, awaited.deadline, awaited.entered_at, [...awaited.seen]],
  );
  const replies = awaited.event === 'reply' ? rows.filter(({ late }) => !late).map(({ id }) => id) : [];
  return { in_time: replies.length > 0, replies, replied_late: rows.some(({ late }) => late) };
}

/**
 * Whether an acceptance came in time. When a search has found one, nobody knows when it was, so it counts as in time: they are connected, which is
 * what matters.
 */
async function findAcceptance(tx: Queryable, { enrollment_id, deadline }: Awaited): Promise<Happened> {
  const { rows } = await tx.query<{ in_time: boolean }>(
    `select coalesce(e.accepted_at <= $2, false) or exists (
              select from timeline t where t.enrollment_id = e.id and t.type = 'accepted_invitation'
                 and (t.at <= $2 or t.once like 'event/reconciled/%')) as in_time
       from enrollments e where e.id = $1`,
    [enrollment_id, deadline],
  );
  return { in_time: rows[0]?.in_time ?? false, replies: [], replied_late: false };
}
