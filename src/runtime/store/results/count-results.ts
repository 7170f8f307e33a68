import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { withSettings } from '../../../shared/postgres/settings.ts';
import type { ResultsAsked } from './result-people.ts';
import { wholeResults } from './whole-results.ts';

/** Counts of people, and what they cost. */
export interface ResultCounts {
  readonly enrolled: number;
  readonly contacted: number;
  readonly accepted: number;
  readonly replied: number;
  readonly positive: number;
  readonly finished: number;
  /** People whose days after the first contact are over, and how many of them had replied by then. */
  readonly judged: number;
  readonly judged_replied: number;
  readonly credits: number;
  readonly inmails: number;
}

export interface StepCounts {
  readonly sequence: string;
  readonly node: string;
  readonly reached: number;
  readonly done: number;
  readonly in_doubt: number;
  readonly refused: number;
  readonly not_done: number;
  readonly standing: number;
  readonly accepted: number;
  readonly answered: number;
  /** Calls that had an effect, however often for one person. */
  readonly calls: number;
  readonly credits: number;
}

export interface TimeBetween {
  readonly sequence: string;
  readonly from: string;
  readonly to: string;
  readonly people: number;
  /** Hours: a quarter of them took less, half, three quarters. */
  readonly hours: readonly [number, number, number];
}

export interface CountedResults {
  readonly total: ResultCounts;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly labels: Readonly<Record<string, number>>;
  readonly steps: readonly StepCounts[];
  readonly times: readonly TimeBetween[];
  readonly groups: readonly (ResultCounts & { readonly group: string | null })[];
}

/** So much of what a large campaign's numbers are made of stays in memory; with the usual 4 MB some of it would be written to a disk and read again. */
const WORK_MEM = '64MB';

/** All numbers of a campaign's results in one statement, so that they are of one moment and agree with each other. */
export const countResults = (db: Database, asked: ResultsAsked): Promise<CountedResults> =>
  withSettings(db, { work_mem: WORK_MEM }, (tx) => countIn(tx, asked));

async function countIn(tx: Queryable, asked: ResultsAsked): Promise<CountedResults> {
  const { text, total, groups, values } = wholeResults(asked);
  const { rows } = await tx.query<CountedResults & Record<string, unknown>>(
    `with ${text},
     called as (
       select sequence, node, count(*)::int as reached, count(*) filter (where result = 'done')::int as done,
              count(*) filter (where result = 'in_doubt')::int as in_doubt, count(*) filter (where result = 'refused')::int as refused,
              count(*) filter (where result = 'not_done')::int as not_done,
              count(*) filter (where accepted and limit_class = 'invite' and result = 'done')::int as accepted,
              sum(calls)::int as calls, sum(credits)::int as credits
         from steps group by 1, 2),
     answered as (select sequence, node, count(*)::int as answered from answers group by 1, 2),
     stand as (select sequence, node, count(*)::int as standing from begun where status <> 'finished' and node is not null group by 1, 2),
     moments as (
       select n, sequence, node as what, at from steps where result = 'done'
       union all select n, sequence, 'accepted', accepted_at from begun where accepted_at is not null
       union all select n, sequence, 'replied', replied_at from begun where replied_at is not null),
     gaps as (
       select sequence, lag(what) over next as before, what, date_part('epoch', at - lag(at) over next) / 3600 as hours
         from moments window next as (partition by n order by at, what))
     select (select to_jsonb(t) from (${total}) t) as total,
       (select coalesce(jsonb_object_agg(outcome, count), '{}') from (select outcome, count(*)::int from begun where outcome is not null group by 1) o) as outcomes,
       (select coalesce(jsonb_object_agg(label, count), '{}') from (select label, count(*)::int from begun where label is not null group by 1) o) as labels,
       (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
          select sequence, node, coalesce(reached, 0) as reached, coalesce(done, 0) as done, coalesce(in_doubt, 0) as in_doubt,
                 coalesce(refused, 0) as refused, coalesce(not_done, 0) as not_done, coalesce(standing, 0) as standing,
                 coalesce(accepted, 0) as accepted, coalesce(answered, 0) as answered, coalesce(calls, 0) as calls, coalesce(credits, 0) as credits
            from called full join stand using (sequence, node) full join answered using (sequence, node)) f) as steps,
       (select coalesce(jsonb_agg(to_jsonb(g)), '[]') from (
          select sequence, before as "from", what as "to", count(*)::int as people,
                 percentile_cont(array[0.25, 0.5, 0.75]) within group (order by hours) as hours
            from gaps where before is not null group by 1, 2, 3 order by count(*) desc, 1, 2, 3 limit 200) g) as times,
       (select coalesce(jsonb_agg(to_jsonb(g)), '[]') from (
          ${groups} limit ${MOST_GROUPS}) g) as groups`,
    values,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('the results were not counted');
  return found;
}

/** More than anybody reads; the largest are given. */
const MOST_GROUPS = 500;
