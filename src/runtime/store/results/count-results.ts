import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { type ResultsAsked, wholeResults } from './result-people.ts';

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

const COUNTS = `count(*)::int as enrolled, count(contacted_at)::int as contacted, count(accepted_at)::int as accepted,
  count(replied_at)::int as replied, count(*) filter (where positive)::int as positive, count(*) filter (where status = 'finished')::int as finished,
  count(*) filter (where judged)::int as judged, count(*) filter (where judged and answered_in_time)::int as judged_replied,
  coalesce(sum(credits), 0)::int as credits, coalesce(sum(inmails), 0)::int as inmails`;

/** So much of what a large campaign's numbers are made of stays in memory; with the usual 4 MB some of it would be written to a disk and read again. */
const WORK_MEM = '64MB';

/** All numbers of a campaign's results in one statement, so that they are of one moment and agree with each other. */
export const countResults = (db: Database, asked: ResultsAsked): Promise<CountedResults> =>
  db.transaction(async (tx) => {
    await tx.query(`select set_config('work_mem', '${WORK_MEM}', true)`);
    return await countIn(tx, asked);
  });

async function countIn(tx: Queryable, asked: ResultsAsked): Promise<CountedResults> {
  const { text, values } = wholeResults(asked);
  const { rows } = await tx.query<CountedResults & Record<string, unknown>>(
    `with ${text},
     called as (
       select steps.sequence, steps.node, count(*)::int as reached, count(*) filter (where result = 'done')::int as done,
              count(*) filter (where result = 'in_doubt')::int as in_doubt, count(*) filter (where result = 'refused')::int as refused,
              count(*) filter (where result = 'not_done')::int as not_done,
              count(steps.accepted_at) filter (where limit_class = 'invite' and result = 'done')::int as accepted,
              count(*) filter (where sums.answered = steps.node)::int as answered, sum(steps.calls)::int as calls, sum(steps.credits)::int as credits
         from steps join sums using (id) group by 1, 2),
     stand as (select sequence, node, count(*)::int as standing from people where status <> 'finished' and node is not null group by 1, 2),
     moments as (
       select id, sequence, node as what, at from steps where result = 'done'
       union all select id, sequence, 'accepted', accepted_at from people where accepted_at is not null
       union all select id, sequence, 'replied', replied_at from people where replied_at is not null),
     gaps as (
       select sequence, lag(what) over (partition by id order by at, what) as before, what,
              extract(epoch from at - lag(at) over (partition by id order by at, what)) / 3600 as hours from moments)
     select (select to_jsonb(t) from (select ${COUNTS} from people) t) as total,
       (select coalesce(jsonb_object_agg(outcome, count), '{}') from (select outcome, count(*)::int from people where outcome is not null group by 1) o) as outcomes,
       (select coalesce(jsonb_object_agg(label, count), '{}') from (select label, count(*)::int from people where label is not null group by 1) o) as labels,
       (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
          select sequence, node, coalesce(reached, 0) as reached, coalesce(done, 0) as done, coalesce(in_doubt, 0) as in_doubt,
                 coalesce(refused, 0) as refused, coalesce(not_done, 0) as not_done, coalesce(standing, 0) as standing,
                 coalesce(accepted, 0) as accepted, coalesce(answered, 0) as answered, coalesce(calls, 0) as calls, coalesce(credits, 0) as credits
            from called full join stand using (sequence, node)) f) as steps,
       (select coalesce(jsonb_agg(to_jsonb(g)), '[]') from (
          select sequence, before as "from", what as "to", count(*)::int as people,
                 percentile_cont(array[0.25, 0.5, 0.75]) within group (order by hours) as hours
            from gaps where before is not null group by 1, 2, 3 order by count(*) desc, 1, 2, 3 limit 200) g) as times,
       (select coalesce(jsonb_agg(to_jsonb(g)), '[]') from (
          select "group", ${COUNTS} from people group by 1 order by count(*) desc, 1 limit ${MOST_GROUPS}) g) as groups`,
    values,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('the results were not counted');
  return found;
}

/** More than anybody reads; the largest are given. */
const MOST_GROUPS = 500;
