import type { OpenTask } from './people-of-ours.ts';
import type { TestDatabase } from './test-database.ts';

/** Counts of what waits in the tables at a moment, by which the simulator chooses what may happen next. */
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

/** The answers of the same tables at whatever time: rows that wait for theirs come as these times, in milliseconds. */
interface Tables
  extends Omit<Peek, `${'outbox' | 'answers' | 'erasures' | 'unmatched'}_${'due' | 'next'}` | `${string}_open`> {
  readonly outbox_at: readonly number[] | null;
  /** Null: an answer in doubt. */
  readonly answers_at: readonly (number | null)[] | null;
  readonly erasures_at: readonly number[] | null;
  readonly unmatched_at: readonly number[] | null;
  readonly unmatched_over: number;
  readonly unmatched_open: number;
}

const TIME = (column: string): string => `extract(epoch from ${column})::float8 * 1000`;

/** The parts that are read at once, with the tables that each is read from: a history looks ten times, mostly when few of these were written. */
const PARTS = {
  outbox: { of: ['outbox'], text: `select array_agg(${TIME('wall_due_at')}) as outbox_at from outbox` },
  people: {
    of: ['enrollments', 'intents', 'timeline'],
    text: `
      select en.*,
             (select count(*)::int from intents i join enrollments e on e.id = i.enrollment_id
               where i.state in ('sent', 'unknown') and not i.erased and e.status = 'finished') as doubts,
             (select coalesce(json_agg(id order by id), '[]') from enrollments e where paused and status <> 'finished'
                 and exists (select from timeline t where t.enrollment_id = e.id and t.once like 'answer/%/pause')) as handed_over
        from (select count(*) filter (where started_at is null)::int as waiting,
                     count(*) filter (where held or waiting_kind in ('account', 'credits'))::int as held,
                     count(*)::int as open,
                     count(*) filter (where started_at is not null and wall_looked_at = '-infinity')::int as missed
                from enrollments where status <> 'finished') en`,
  },
  events: {
    of: ['events', 'unmatched_replies'],
    text: `
      select ev.*, un.*
        from (select count(*) filter (where state = 'pending')::int as events, count(*)::int as known from events) ev,
             (select array_agg(${TIME('wall_due_at')}) filter (where state = 'unmatched') as unmatched_at,
                     count(*) filter (where state not in ('pending', 'unmatched'))::int as unmatched_over,
                     count(*)::int as unmatched_open
                from (select r.wall_due_at, case when v.state <> 'unmatched' or r.state = 'asking' then v.state else 'pending' end as state
                        from unmatched_replies r join events v using (event_id) where r.state <> 'done') unmatched) un`,
  },
  office: {
    of: ['answers', 'erasures', 'control_jobs', 'tasks'],
    text: `
      select (select array_agg(${TIME("case when state <> 'in_doubt' then greatest(wall_due, due_at) end")})
                from answers where state in ('waiting', 'sending', 'in_doubt')) as answers_at,
             (select array_agg(${TIME('wall_due_at')}) from erasures where stage <> 'domains') as erasures_at,
             (select count(*)::int from control_jobs where status = 'running') as jobs,
             coalesce((select json_agg(json_build_object('id', id, 'kind', kind, 'enrollment_id', enrollment_id, 'answer_id', answer_id, 'node', node,
               'visit', visit, 'event_id', event_id) order by id) from tasks where status = 'open'), '[]') as tasks`,
  },
} as const;
type Part = keyof typeof PARTS;
const ALL = Object.keys(PARTS) as Part[];

/** The tables as they were read last, of which only those are read again that were written since. */
export class TableReader {
  readonly #admin: TestDatabase['admin'];
  readonly #read = new Map<Part, object>();

  constructor({ admin }: TestDatabase) {
    this.#admin = admin;
  }

  /** Others may see what was written to these tables. Null: nobody knows to which. */
  noteWritten(tables: ReadonlySet<string> | null): void {
    for (const part of ALL) {
      const of: readonly string[] = PARTS[part].of;
      if (tables === null || of.some((table) => tables.has(table))) this.#read.delete(part);
    }
  }

  async read(): Promise<Tables> {
    const stale = ALL.filter((part) => !this.#read.has(part));
    const answers = await Promise.all(
      stale.map((part) => this.#admin.query({ name: `peek_${part}`, text: PARTS[part].text })),
    );
    for (const [at, part] of stale.entries()) this.#read.set(part, answers[at]?.rows[0] ?? {});
    // Together the parts have all fields.
    return Object.assign({}, ...this.#read.values()) as Tables;
  }
}

const WRITTEN = /(?<!for |key |do )\b(insert\s+into|delete\s+from|update)\s+"?([a-z_]+)"?/gi;
/** Tables whose rows can be deleted without others going with them. */
const ALONE: ReadonlySet<string> = new Set(['outbox', 'put_off', 'slots']);

/** The tables that a statement writes, as its text tells. Null: rows of others may go with those that it deletes. */
export function writtenTables(text: string): ReadonlySet<string> | null {
  const written = new Set<string>();
  for (const [, verb = '', table = ''] of text.matchAll(WRITTEN)) {
    if (/^delete/i.test(verb) && !ALONE.has(table)) return null;
    written.add(table);
  }
  return written;
}

/** As long as nothing is committed, only the time makes a difference. */
export function peekAt(tables: Tables, now: number): Peek {
  const outbox = waitingAt(tables.outbox_at, now);
  const answers = waitingAt(tables.answers_at, now);
  const erasures = waitingAt(tables.erasures_at, now);
  const unmatched = waitingAt(tables.unmatched_at, now);
  return {
    ...tables,
    ...{ outbox_due: outbox.due, outbox_next: outbox.next },
    ...{ answers_due: answers.due, answers_next: answers.next, answers_open: answers.open },
    ...{ erasures_due: erasures.due, erasures_next: erasures.next, erasures_open: erasures.open },
    ...{ unmatched_due: unmatched.due + tables.unmatched_over, unmatched_next: unmatched.next },
  };
}

function waitingAt(times: readonly (number | null)[] | null, now: number) {
  let due = 0;
  let next: number | null = null;
  for (const at of times ?? []) {
    if (at === null) continue;
    // Postgres counts in microseconds, of which the milliseconds are a fraction that is not exact.
    if (Math.round(at * 1000) <= now * 1000) due += 1;
    else next = Math.min(at, next ?? at);
  }
  return { due, next, open: times?.length ?? 0 };
}
