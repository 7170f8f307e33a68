import type { OpenTask } from './people-of-ours.ts';
import type { TestDatabase } from './test-database.ts';

/** Counts of what waits in the tables, by which the simulator chooses what may happen next. */
interface Peek {
  readonly outbox_due: number;
  readonly outbox_next: number | null;
  readonly events: number;
  readonly known: number;
  readonly jobs: number;
  readonly waiting: number;
  readonly doubts: number;
  /** Answers of people of ours: how many may be sent or looked up now, when the next one may, and how many have not ended. */
  readonly answers_due: number;
  readonly answers_next: number | null;
  readonly answers_open: number;
  /** Enrollments that such an answer has paused. */
  readonly handed_over: readonly string[];
  /** Enrollments that wait for an account, or for credits. */
  readonly held: number;
  readonly open: number;
  /** Erasures with a part that is due; when the next one is; how many are not done. That domains are forgotten after two days is looked for every minute, and not here. */
  readonly erasures_due: number;
  readonly erasures_next: number | null;
  readonly erasures_open: number;
  /** Replies that nobody fits: of which the service may be asked now, or of which it is known by now whose they are; when the next one is due; how many hold somebody. */
  readonly unmatched_due: number;
  readonly unmatched_next: number | null;
  readonly unmatched_open: number;
  /** Enrollments whose workflows were missed. */
  readonly missed: number;
  readonly tasks: readonly OpenTask[];
}

export async function peekAt({ admin }: TestDatabase, now: number): Promise<Peek> {
  const { rows } = await admin.query<Peek>({
    name: 'peek',
    // Each table once: it is asked twenty times in a history.
    text: `select o.*, ev.*, en.*, a.*, er.*, un.*,
            (select count(*)::int from control_jobs where status = 'running') as jobs,
            (select count(*)::int from intents i join enrollments e on e.id = i.enrollment_id
              where i.state in ('sent', 'unknown') and not i.erased and e.status = 'finished') as doubts,
            (select coalesce(json_agg(id order by id), '[]') from enrollments e where paused and status <> 'finished'
                and exists (select from timeline t where t.enrollment_id = e.id and t.once like 'answer/%/pause')) as handed_over,
            coalesce((select json_agg(json_build_object('id', id, 'kind', kind, 'enrollment_id', enrollment_id, 'answer_id', answer_id, 'node', node,
              'visit', visit, 'event_id', event_id) order by id) from tasks where status = 'open'), '[]') as tasks
       from (select count(*) filter (where wall_due_at <= $1)::int as outbox_due,
                    extract(epoch from min(wall_due_at) filter (where wall_due_at > $1))::float8 * 1000 as outbox_next from outbox) o,
            (select count(*) filter (where state = 'pending')::int as events, count(*)::int as known from events) ev,
            (select count(*) filter (where started_at is null)::int as waiting,
                    count(*) filter (where held or waiting_kind in ('account', 'credits'))::int as held,
                    count(*)::int as open,
                    count(*) filter (where started_at is not null and wall_looked_at = '-infinity')::int as missed
               from enrollments where status <> 'finished') en,
            (select count(*) filter (where at <= $1)::int as answers_due,
                    extract(epoch from min(at) filter (where at > $1))::float8 * 1000 as answers_next,
                    count(*)::int as answers_open
               from (select case when state <> 'in_doubt' then greatest(wall_due, due_at) end as at
                       from answers where state in ('waiting', 'sending', 'in_doubt')) open_answers) a,
            (select count(*) filter (where wall_due_at <= $1)::int as erasures_due,
                    extract(epoch from min(wall_due_at) filter (where wall_due_at > $1))::float8 * 1000 as erasures_next,
                    count(*)::int as erasures_open
               from erasures where stage <> 'domains') er,
            (select count(*) filter (where is_due and wall_due_at <= $1 or is_over)::int as unmatched_due,
                    extract(epoch from min(wall_due_at) filter (where is_due and wall_due_at > $1))::float8 * 1000 as unmatched_next,
                    count(*)::int as unmatched_open
               from (select r.wall_due_at, r.state = 'asking' and v.state = 'unmatched' as is_due,
                            v.state not in ('pending', 'unmatched') as is_over
                       from unmatched_replies r join events v using (event_id) where r.state <> 'done') unmatched) un`,
    values: [new Date(now)],
  });
  const [peek] = rows;
  if (!peek) throw new Error('nothing was seen');
  return peek;
}
