import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { tell } from '../timeline/add-line.ts';

/** Open tasks and slots of an enrollment that ends. It is locked. */
export interface Leftovers {
  readonly asked: boolean;
  /** Accounts in which it has booked slots, in the order in which they are to be locked. */
  readonly accounts: readonly string[];
}

// Each is looked up for its enrollment alone (`offset 0`): planned while hardly a task was open or a slot booked, a statement would go on to read all that are.
const OPEN_TASKS = (id: string): string => `select from tasks where enrollment_id = ${id} and status = 'open' offset 0`;
const BOOKED_SLOTS = (id: string): string =>
  `select account_id from (select account_id, state from slots where enrollment_id = ${id} offset 0) as own where state = 'booked'`;

export const findLeftovers = setwise(async (tx: Queryable, ids: readonly string[]): Promise<Leftovers[]> => {
  const { rows } = await tx.query<Leftovers & Record<string, unknown>>(
    `select exists (${OPEN_TASKS('ended.id')}) as asked, array(select distinct account_id from (${BOOKED_SLOTS('ended.id')}) as s order by account_id) as accounts
       from unnest($1::text[]) with ordinality as ended (id, place) order by place`,
    [[...ids]],
  );
  return rows;
});

export interface End {
  readonly enrollment_id: string;
  /** Null: it never was at a step. */
  readonly node: string | null;
  readonly visit: number;
  readonly outcome: string;
  readonly at: Date;
}

/** Ends the enrollment, with its line; false when it had ended. */
export const finishEnrollment = setwise(
  async (tx: Queryable, ends: readonly End[]): Promise<boolean[]> => {
    const { rows } = await tx.query<{ enrollment_id: string }>(
      `with ${endedBy('$1')} ${tell(LINES_OF_ENDS)} returning enrollment_id`,
      [endRows(ends)],
    );
    const ended = new Set(rows.map(({ enrollment_id }) => enrollment_id));
    return ends.map(({ enrollment_id }) => ended.has(enrollment_id));
  },
  { writes: true },
);

export const endRows = (ends: readonly End[]): string =>
  jsonRows(ends.map((end) => ({ ...end, title: `Ended: ${end.outcome.replaceAll('_', ' ')}` })));

/**
 * SQL: ends the enrollments that the parameter `rows` has; `ended` are those that had not. Where `spares_leftovers`, those that have leftovers stay as they are, and are
 * in `leftovers`.
 */
export const endedBy = (rows: string, { spares_leftovers = false } = {}): string => `ends as materialized (
         select * from ${rowsOf('enrollment_id text, node text, visit int, outcome text, at timestamptz, title text', rows)} as a
       ), leftovers as materialized (
         select enrollment_id from ends where ${spares_leftovers} and (exists (${OPEN_TASKS('ends.enrollment_id')}) or exists (${BOOKED_SLOTS('ends.enrollment_id')}))
       ), ended as (
         update enrollments e set node = a.node, visit = a.visit, status = 'finished', outcome = a.outcome, finished_at = a.at,
                waiting_kind = null, waiting_text = null, waiting_detail = null, until = null
           from ends a where e.id = a.enrollment_id and e.status <> 'finished' and e.id not in (select enrollment_id from leftovers)
         returning e.id, e.campaign_id, e.outcome, a.at, a.title
       ), gone as (
         delete from walks using ended where enrollment_id = ended.id
       ), no_turn as (
         delete from put_off using ended where enrollment_id = ended.id
       ), not_waiting as (
         delete from unheard_waits using ended where enrollment_id = ended.id
       ), counted as (
         insert into campaign_tallies (campaign_id, what, name, amount)
         select campaign_id, 'outcome', outcome, 1 from ended where campaign_id is not null
       )`;

/** SQL: the lines of what has ended, for `tell`. */
export const LINES_OF_ENDS = `
  select id as enrollment_id, at, null::text as node, 'finished' as type, title, '{}'::jsonb as detail from ended`;
