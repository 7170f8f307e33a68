import { type Due, first, type Quiet, type UnderWay } from '../../../shared/kit/quiet.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { ServiceContext } from '../context/service-context.ts';

/** SQL for the work that the service does by itself, each kind with the virtual time at which it is due; `$1` is now. */
const WORK = `
  select 'reactions of people in the sandbox' as what, due_at from sandbox_agenda where error is null
  union all
  select 'webhook deliveries', due_at from deliveries where due_at is not null and not held
  union all
  select 'callbacks of connection links', due_at from connect_link_callbacks where due_at is not null
  union all
  select 'activity of an account that came back', $1::timestamptz from sandbox_unobserved join accounts using (account_id)
   where status = 'connected'
  union all
  select 'mails on their way to the server', $1::timestamptz from mail_sends where state in ('begun', 'handed_over')
  union all
  select 'acts on their way over a network', $1::timestamptz from acts where state = 'begun'`;

export interface ServiceQuiet extends Quiet {
  /** Another one as soon as anything was written that others act upon: two alike mean that nothing happened in between. */
  readonly mark: string;
}

/** Reads which work is under way. Mailboxes and networks are asked only where nothing else is, since that costs their servers a request. */
export async function readQuiet(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  arrivals: { countUnread(): Promise<number> },
): Promise<ServiceQuiet> {
  const now = clock.now();
  const { rows } = await db.query<{ what: string; under_way: number; next: Date | null }>(
    `select what, (count(*) filter (where due_at <= $1))::int as under_way, min(due_at) filter (where due_at > $1) as next
       from (${WORK}) as work group by what order by what`,
    [new Date(now)],
  );
  const under_way: UnderWay[] = rows
    .filter(({ under_way: count }) => count > 0)
    .map(({ what, under_way: count }) => ({ what, count }));
  const next = first(rows.map(({ what, next: at }): Due | null => (at === null ? null : { what, at: at.getTime() })));
  if (under_way.length === 0) {
    const unread = await arrivals.countUnread();
    if (unread > 0) under_way.push({ what: 'messages that were not read yet', count: unread });
  }
  return { now, under_way, next, mark: await readMark(db) };
}

async function readMark(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ mark: string }>(
    `select concat_ws('/', (select sum(last_at) from event_heads), (select max(log_id) from logs), (select count(*) from deliveries),
       (select count(*) from sandbox_agenda), (select max(entry_id) from sandbox_agenda)) as mark`,
  );
  return rows[0]?.mark ?? '';
}
