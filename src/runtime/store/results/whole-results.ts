import type { Grouping, ResultsAsked } from './result-people.ts';
import { GROUPS, HAS_BEGUN, OF_CAMPAIGN, STEP, valuesOf } from './result-people.ts';

/** SQL: somebody has only waited to begin, as most people of a large campaign do; only one of the numbers counts them. */
const ONLY_WAITS = `e.started_at is null and e.status = 'queued' and e.node is null and e.accepted_at is null and e.replied_at is null and e.label is null`;

/** SQL: the group of `enrollments e` with their lead `l`; null: it is known only by what was done to them. */
function givenGroup({ kind }: Grouping): string | null {
  if (kind === 'week' || kind === 'sender') return null;
  return `nullif(${GROUPS[kind]}, '')`;
}

/** SQL: the groups of `begun b` with their sums `s`. A week is written as text once for each week, not for each person. */
function groupsOf(by: Grouping): { readonly of_begun: string; readonly of_waiting: string; readonly shown: string } {
  const given = givenGroup(by);
  if (given !== null) return { of_begun: 'b.given', of_waiting: given, shown: '"group"' };
  if (by.kind === 'sender') return { of_begun: 'f.account_id', of_waiting: 'null::text', shown: '"group"' };
  const week = `date_trunc('week', s.contacted_at at time zone 'UTC')`;
  return { of_begun: week, of_waiting: 'null::timestamp', shown: `to_char("group", 'YYYY-MM-DD')` };
}

/** The counts of people. Each is a sum, so that those of all are the sums of the groups. */
const COUNTS = [
  'enrolled',
  ...['contacted', 'accepted', 'replied', 'positive', 'finished', 'judged', 'judged_replied', 'credits', 'inmails'],
];
const eachCount = (sql: (name: string) => string): string => COUNTS.map((name) => `${sql(name)} as ${name}`).join(', ');

interface WholeQuery {
  /**
   * The tables of the `with`: `begun`, whoever has more than waited, with a number in place of their id, which is shorter to compare; `steps`, a row for each step of
   * one of them; `answers`, the steps that they replied to; `groups`, all people counted by their group.
   */
  readonly text: string;
  /** The counts of all, and those of each group with its name. */
  readonly total: string;
  readonly groups: string;
  /** `$1` to `$5`. */
  readonly values: unknown[];
}

/**
 * Reads all people of a campaign at once, for its numbers, and says of each what `resultPeople` says. Everybody has begun whom the other tables have, so a full join is a
 * left one that no nested loop can do: until Postgres has counted the people who have come, it takes them for a few, and would look through all for each of them.
 */
export function wholeResults(asked: ResultsAsked): WholeQuery {
  const given = givenGroup(asked.by);
  const { of_begun, of_waiting, shown } = groupsOf(asked.by);
  const enrollments = given === null ? 'enrollments e' : 'enrollments e left join leads l on l.id = e.lead_id';
  const first = 'select distinct on (n) n, account_id from steps where reached order by n, at, node';
  const text = `begun as materialized (
       select row_number() over () as n, e.id, e.sequence, e.node, e.status, e.outcome, e.label, e.started_at, e.accepted_at, e.replied_at,
              coalesce(b.positive and e.replied_at is not null, false) as positive, ${given ?? 'null::text'} as given
         from ${enrollments} left join labels b on b.name = e.label where ${OF_CAMPAIGN} and not (${ONLY_WAITS})),
     steps as materialized (
       select e.n, e.sequence, i.node, bool_or(e.accepted_at is not null) as accepted, min(e.replied_at) as replied_at, ${STEP}
         from begun e join intents i on i.enrollment_id = e.id where ${HAS_BEGUN} group by e.n, e.sequence, i.node),
     sums as (
       select n, min(at) filter (where reached) as contacted_at, sum(credits) as credits, sum(calls) filter (where limit_class = 'inmail') as inmails
         from steps group by n),
     answers as (
       select distinct on (n) n, sequence, node from steps where reached and at <= replied_at order by n, at desc, node desc),
     people as (
       select ${of_begun} as "group", b.status, b.accepted_at, b.replied_at, b.positive, s.contacted_at, s.credits, s.inmails,
              s.contacted_at <= $3::timestamptz - $4::int * interval '1 day' as judged,
              b.replied_at between s.contacted_at and s.contacted_at + $4::int * interval '1 day' as answered_in_time
         from begun b full join sums s using (n)${asked.by.kind === 'sender' ? ` full join (${first}) as f using (n)` : ''}),
     groups as materialized (
       select "group", ${eachCount((name) => `sum(${name})::int`)}
         from (
           select "group", count(*) as enrolled, count(contacted_at) as contacted, count(accepted_at) as accepted, count(replied_at) as replied,
                  count(*) filter (where positive) as positive, count(*) filter (where status = 'finished') as finished,
                  count(*) filter (where judged) as judged, count(*) filter (where judged and answered_in_time) as judged_replied,
                  coalesce(sum(credits), 0) as credits, coalesce(sum(inmails), 0) as inmails from people group by 1
           union all
           select ${of_waiting}, count(*), 0, 0, 0, 0, 0, 0, 0, 0, 0 from ${enrollments} where ${OF_CAMPAIGN} and ${ONLY_WAITS} group by 1) as parts
        group by 1)`;
  return {
    text,
    total: `select ${eachCount((name) => `coalesce(sum(${name}), 0)::int`)} from groups`,
    groups: `select ${shown} as "group", ${COUNTS.join(', ')} from groups g order by enrolled desc, g."group"`,
    values: valuesOf(asked),
  };
}
