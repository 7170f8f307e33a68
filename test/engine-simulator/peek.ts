import type { OpenTask } from './people-of-ours.ts';
import type { TestDatabase } from './test-database.ts';

/** What waits in the tables, by which the simulator chooses what may happen next. */
interface Peek {
  readonly outbox_due: number;
  readonly outbox_next: number | null;
  readonly events: number;
  readonly known: number;
  readonly jobs: number;
  readonly waiting: number;
  readonly doubts: number;
  /** Of people of ours: may be sent or looked up now; when the next one may; how many have no end yet. */
  readonly answers_due: number;
  readonly answers_next: number | null;
  readonly answers_open: number;
  /** Enrollments that such an answer has paused. */
  readonly handed_over: readonly string[];
  /** They wait for an account, or for credits. */
  readonly held: number;
  readonly open: number;
  /** Erasures with a part that is due; when the next one is; how many are not done. That domains are forgotten after two days is looked for every minute, and not here. */
  readonly erasures_due: number;
  readonly erasures_next: number | null;
  readonly erasures_open: number;
  /** Their workflows were missed. */
  readonly missed: number;
  readonly tasks: readonly OpenTask[];
}

export async function peekAt({ admin }: TestDatabase, now: number): Promise<Peek> {
  const { rows } = await admin.query<Peek>({
    name: 'peek',
    text: `select (select count(*)::int from outbox where wall_due_at <= $1) as outbox_due,
            (select extract(epoch from min(wall_due_at))::float8 * 1000 from outbox where wall_due_at > $1) as outbox_next,
            (select count(*)::int from events where state = 'pending') as events,
            (select count(*)::int from events) as known,
            (select count(*)::int from control_jobs where status = 'running') as jobs,
            (select count(*)::int from enrollments where status <> 'finished' and started_at is null) as waiting,
            (select count(*)::int from intents i join enrollments e on e.id = i.enrollment_id
              where i.state in ('sent', 'unknown') and not i.erased and e.status = 'finished') as doubts,
            (select count(*)::int from answers
              where state in ('waiting', 'sending') and wall_due <= $1 and (due_at is null or due_at <= $1)) as answers_due,
            (select extract(epoch from min(greatest(wall_due, due_at)))::float8 * 1000 from answers
              where state in ('waiting', 'sending') and greatest(wall_due, due_at) > $1) as answers_next,
            (select count(*)::int from answers where state in ('waiting', 'sending', 'in_doubt')) as answers_open,
            (select count(*)::int from erasures where stage <> 'domains' and wall_due_at <= $1) as erasures_due,
            (select extract(epoch from min(wall_due_at))::float8 * 1000 from erasures
              where stage <> 'domains' and wall_due_at > $1) as erasures_next,
            (select count(*)::int from erasures where stage <> 'domains') as erasures_open,
            (select coalesce(json_agg(id order by id), '[]') from enrollments e where paused and status <> 'finished'
                and exists (select from timeline t where t.enrollment_id = e.id and t.once like 'answer/%/pause')) as handed_over,
            (select count(*)::int from enrollments
              where status <> 'finished' and (held or waiting_kind in ('account', 'credits'))) as held,
            (select count(*)::int from enrollments where status <> 'finished') as open,
            (select count(*)::int from enrollments where status <> 'finished' and started_at is not null and wall_looked_at = '-infinity') as missed,
            coalesce((select json_agg(json_build_object('id', id, 'kind', kind, 'enrollment_id', enrollment_id, 'answer_id', answer_id, 'node', node,
              'visit', visit) order by id) from tasks where status = 'open'), '[]') as tasks`,
    values: [new Date(now)],
  });
  const [peek] = rows;
  if (!peek) throw new Error('nothing was seen');
  return peek;
}
