import type { Queryable } from '../../../shared/postgres/database.ts';
import type { Listing } from '../listing.ts';
import type { ResultFilter, ResultsAsked, StepResult } from './result-filter.ts';
import { resultConditions, resultPeople } from './result-people.ts';
import { CALL_STATES, RESULT_OF_STEP } from './step-result.ts';

export interface ResultPersonRow {
  readonly enrollment_id: string;
  readonly lead_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly profile_url: string | null;
  readonly email: string | null;
  readonly company: string | null;
  readonly sequence: string;
  readonly status: string;
  readonly outcome: string | null;
  /** The account of the first contact. */
  readonly sender: string | null;
  /** The step that the reply was the answer to. */
  readonly answered: string | null;
  /** The label of their answer. */
  readonly label: string | null;
  readonly group: string | null;
  readonly entered_at: Date;
  readonly contacted_at: Date | null;
  readonly accepted_at: Date | null;
  readonly replied_at: Date | null;
  readonly finished_at: Date | null;
  readonly credits: number;
  readonly inmails: number;
}

export interface Walk {
  /** The steps in the order in which they were begun; `at` is when each was first done. */
  readonly steps: readonly { readonly node: string; readonly result: StepResult; readonly at: string | null }[];
  /** The arm of every split that they have passed. */
  readonly arms: Readonly<Record<string, string>>;
}

/** The people behind a number of the results. */
export function resultListing(
  asked: ResultsAsked,
  filter: ResultFilter,
  people = resultPeople(asked, filter),
): Listing<ResultPersonRow> {
  const { text: where, values } = resultConditions(filter, asked.sequence, people.values.length);
  return {
    columns: '*',
    tables: `(
      select p.id as enrollment_id, p.lead_id, l.first_name, l.last_name, l.profile_url, l.email, l.company, p.sequence, p.status, p.outcome,
             p.sender, p.answered, p.label, p."group", p.created_at as entered_at, p.contacted_at, p.accepted_at, p.replied_at, p.finished_at,
             p.credits, p.inmails
        from (${people.text}) as p left join leads l on l.id = p.lead_id where ${where}) as found`,
    where: 'true',
    values: [...people.values, ...values],
    orders: { entered_at: [{ sql: 'enrollment_id', of: ({ enrollment_id }) => enrollment_id, kind: 'id' }] },
    usual: 'entered_at',
  };
}

/** Reads the steps and arms that each of them has passed. */
export async function readWalks(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Walk>> {
  const { rows } = await db.query<Walk & { id: string }>(
    `select e.id,
            coalesce((select jsonb_agg(jsonb_build_object('node', s.node, 'result', s.result, 'at', s.at) order by s.begun, s.node) from (
              select i.node, min(i.created_at) as begun, min(i.created_at) filter (where ${CALL_STATES.done}) as at, ${RESULT_OF_STEP} as result
                from intents i where i.enrollment_id = e.id group by 1) s), '[]') as steps,
            coalesce((select jsonb_object_agg(t.node, t.detail ->> 'arm') from timeline t
                       where t.enrollment_id = e.id and t.type = 'branch' and t.detail ? 'arm'), '{}') as arms
       from enrollments e where e.id = any($1)`,
    [[...ids]],
  );
  return new Map(rows.map(({ id, steps, arms }) => [id, { steps, arms }]));
}
