import { type Due, first, type UnderWay } from '../../shared/kit/quiet.ts';
import type { Queryable } from '../../shared/postgres/database.ts';

export interface Work {
  readonly under_way: readonly UnderWay[];
  readonly next: Due | null;
  /** Enrollments and imports that have a workflow. */
  readonly enrollments: readonly string[];
  /** Another one as soon as anything was written that others act upon: two alike mean that nothing happened in between. */
  readonly mark: string;
}

/**
 * All work that the engine does by itself, with the virtual time at which it is due; `$1` is now. A send in doubt and an account that was told to
 * wait by a 429 go by wall time, which no jump may skip: they are under way until that is over. Steps that wait for an account that is signed out are
 * no work before somebody signs it in.
 */
const WORK = `
  select 'people whose time has come' as what, until as due_at from enrollments
   where status in ('active', 'needs_person') and started_at is not null and until is not null
  union all
  select 'calls in flight or in doubt', $1::timestamptz from intents i join enrollments e on e.id = i.enrollment_id
   where i.state in ('sent', 'unknown') and e.status in ('active', 'paused')
     and not exists (select from tasks t where t.enrollment_id = e.id and t.kind = 'unknown_outcome' and t.status = 'open')
  union all
  select 'answers of people', greatest(due_at, $1::timestamptz) from answers where state in ('waiting', 'sending')
  union all
  select 'deadlines that wait for the next look at an account', $1::timestamptz from unheard_waits w
   where not exists (select from accounts a where a.id = any(w.account_ids)
     and (a.status <> 'connected' or a.gap_since is not null or a.behind_since is not null))
  union all
  select 'signals to workflows', $1::timestamptz from outbox
  union all
  select 'received events', $1::timestamptz from events where state = 'pending'
  union all
  select 'people to be merged', $1::timestamptz from merges where state = 'pending'
  union all
  select 'searches for missed events', due_at from reconciliations r
   where state = 'pending' and exists (select from accounts a where a.id = r.account_id and a.status = 'connected')
  union all
  select 'accounts whose inbox was searched', $1::timestamptz from accounts where gap_searched_until is not null
  union all
  select 'conversations that have changed', $1::timestamptz from conversation_changes
  union all
  select 'conversations that were put off', snoozed_until from conversations where state = 'snoozed'
  union all
  select 'people who asked to be written to later', label_until from conversations where enters is not null
  union all
  select 'imports', $1::timestamptz from campaigns where status = 'importing'
  union all
  select 'looks at sources', case when f.waits_for = 'rate_limit' then $1::timestamptz else f.next_look_at end
    from campaign_follows f join campaigns c on c.id = f.campaign_id
   where f.next_look_at is not null and c.status = 'running'
     -- What waits for a person, an account or credits is no work before that ends.
     and (f.next_look_at > $1 or f.waits_for is null or f.waits_for in ('failure', 'rate_limit'))
  union all
  select 'operations on many people', $1::timestamptz from control_jobs where status = 'running'
  union all
  select 'changes of sequences', $1::timestamptz from change_plans where status = 'applying'
  union all
  select 'events to webhooks', due_at from deliveries where due_at < 'infinity' and not held
  union all
  select 'accounts told to wait', $1::timestamptz from accounts where wall_held_until > now()
     and exists (select from enrollments e, jsonb_each_text(e.senders) sender
                  where e.status = 'active' and e.started_at is not null and sender.value = accounts.id)`;

/** Reads the work that is due at `at`, and when the next is due, in virtual time. */
export async function readWork(db: Queryable, at: Date): Promise<Work> {
  const [work, open, mark] = [
    await db.query<{ what: string; under_way: number; next: Date | null }>(
      `select what, (count(*) filter (where due_at <= $1))::int as under_way, min(due_at) filter (where due_at > $1) as next
         from (${WORK}) as work group by what order by what`,
      [at],
    ),
    await db.query<{ id: string }>("select id from enrollments where status <> 'finished' and started_at is not null"),
    await db.query<{ mark: string }>(MARK),
  ];
  return {
    under_way: work.rows.flatMap(({ what, under_way: count }) => (count > 0 ? [{ what, count }] : [])),
    next: first(work.rows.map(({ what, next }): Due | null => next && { what, at: next.getTime() })),
    enrollments: open.rows.map(({ id }) => id),
    mark: mark.rows[0]?.mark ?? '',
  };
}

// A sequence that was never asked stands at what it will give first.
const MARK = `select concat_ws('/', (select concat(last_value, is_called) from outbox_id_seq),
  (select concat(last_value, is_called) from timeline_id_seq), (select concat(last_value, is_called) from slot_revs),
  (select count(*) from events), (select count(*) from intents),
  (select sum(hashtextextended(concat_ws('/', id, status, node, visit, until), 0)) from enrollments)) as mark`;
