import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { withSettings } from '../../../shared/postgres/settings.ts';
import { numbersIn, packed, wholeIn } from '../packed-numbers.ts';
import type { Grouping, ResultsAsked } from './result-filter.ts';
import { GROUPS, OF_CAMPAIGN, valuesOf } from './result-people.ts';

/** The facts that the numbers of a campaign are made of. Times are microseconds of Postgres; people have numbers from 0. */
export interface Ledger {
  /** Everybody of the campaign. */
  readonly enrolled: number;
  /** Whoever was contacted by then is judged. */
  readonly judged_until: number;
  readonly people: readonly PeopleAlike[];
  /** Calls by their step, and those of a step by their account: each in the order of the database. */
  readonly calls: readonly CallsAlike[];
  /** The largest groups, in their order; empty where the group of a person follows from the calls. */
  readonly groups: readonly GivenGroup[];
}

/** People who have more than waited to begin, and of whom all this is the same. */
export interface PeopleAlike {
  readonly sequence: string;
  /** The step at which they stand; null: at none, or they are over. */
  readonly standing: string | null;
  readonly outcome: string | null;
  readonly label: string | null;
  readonly finished: boolean;
  readonly positive: boolean;
  readonly people: Int32Array;
  /** When each accepted; empty: nobody of them. */
  readonly accepted_at: Float64Array;
  readonly replied_at: Float64Array;
}

/** Calls of a step of which all this is the same. */
export interface CallsAlike {
  readonly node: string;
  readonly limit_class: string | null;
  readonly account_id: string;
  /** `without_effect`: it was done, and the service refused what it was for. */
  readonly state: 'sent' | 'unknown' | 'done' | 'without_effect' | 'refused' | 'not_done';
  readonly credits: number;
  readonly people: Int32Array;
  /** When each was begun that was done; empty: they were not. */
  readonly at: Float64Array;
}

export interface GivenGroup {
  readonly group: string | null;
  readonly enrolled: number;
  readonly people: Int32Array;
}

/** The bits of what is true of people. */
const BIT = { finished: 1, positive: 2, accepted: 4, replied: 8 } as const;

/** Groups are more than anybody reads; the largest are given. */
export const MOST_GROUPS = 500;

/** SQL: somebody has only waited to begin, as most people of a large campaign do; only one of the numbers counts them. */
const ONLY_WAITS = `e.started_at is null and e.status = 'queued' and e.node is null and e.accepted_at is null and e.replied_at is null and e.label is null`;

/** SQL: the group of `enrollments e` with their lead `l`; null: it is known only by what was done to them. */
function givenGroup({ kind }: Grouping): string | null {
  if (kind === 'week' || kind === 'sender') return null;
  return `nullif(${GROUPS[kind]}, '')`;
}

/** SQL of a row: its kind, four texts, a whole number, and bytes of people and of two times of each. */
const row = (kind: string, texts: readonly string[], number: string, bytes: readonly string[]): string => {
  const [one, other, third, fourth] = texts.map((text) => `${text}::text`);
  const [people, at, later] = bytes.map((each) => `${each}::bytea`);
  return `select '${kind}' as kind, ${one} as one, ${other} as other, ${third} as third, ${fourth} as fourth, ${number} as number, ${people} as people, ${at} as at, ${later} as later`;
};

const NONE = 'null';
const PEOPLE = packed('int4send(n)');

/**
 * SQL: the largest groups, with whoever has begun of each; without a number, all others. A full join is a left one that no nested loop can do: until Postgres has counted the people who have come, it
 * takes them for a few, and would look through all of them for each group.
 */
const OF_GROUPS = `
     union all
     ${row('group', ['g."group"', NONE, NONE, NONE], 'g.enrolled', [PEOPLE, NONE, NONE])}
       from (select "group", count(*)::int as enrolled from everybody group by 1 order by 2 desc, 1 limit ${MOST_GROUPS}) as g
       full join begun b on coalesce(b."group", '') = coalesce(g."group", '')
      group by g."group", g.enrolled`;

/**
 * So much of what a large campaign's numbers are made of stays in memory; with the usual 4 MB some of it would be written to a disk and read again. What is alike is found by hashes: Postgres takes it for
 * more kinds than there are, and would sort everybody by all of it. People and their leads are joined by several processes: to hand a person over from one to another costs less than Postgres takes it to.
 */
const AS_A_SET = { work_mem: '64MB', enable_sort: 'off', parallel_tuple_cost: '0.01' };

/**
 * Reads all people of a campaign and their calls in one statement, so that what is counted is of one moment. Postgres puts together what belongs together and hands it over as numbers one after
 * the other, by what is the same of many: to sort and count it takes a program a tenth of the time that it takes Postgres.
 */
export const readLedger = (db: Database, asked: ResultsAsked): Promise<Ledger> =>
  withSettings(db, AS_A_SET, (tx) => readIn(tx, asked));

async function readIn(tx: Queryable, asked: ResultsAsked): Promise<Ledger> {
  const given = givenGroup(asked.by);
  const { rows } = await tx.query<PackedRow & Record<string, unknown>>(
    `with everybody as materialized (
       select case when e.has_begun then (count(*) filter (where e.has_begun) over (rows unbounded preceding))::int - 1 end as n, e.id, e.sequence, case when e.status <> 'finished' then e.node end as standing, e.outcome, e.label, e.started_at is not null as started,
              e.accepted_at, e.replied_at, ${given ?? 'null::text'} as "group",
              case when e.status = 'finished' then ${BIT.finished} else 0 end + case when b.positive and e.replied_at is not null then ${BIT.positive} else 0 end
              + case when e.accepted_at is null then 0 else ${BIT.accepted} end + case when e.replied_at is null then 0 else ${BIT.replied} end as bits
         from (select *, not (${ONLY_WAITS}) as has_begun from enrollments e where ${OF_CAMPAIGN}) as e
         ${given === null ? '' : 'left join leads l on l.id = e.lead_id'} left join labels b on b.name = e.label
        ${given === null ? 'where e.has_begun' : ''}),
     begun as not materialized (select * from everybody where n is not null)
     ${row('campaign', [NONE, NONE, NONE, NONE], 'count(*)::int', [NONE, `timestamptz_send($3::timestamptz - $4::int * interval '1 day')`, NONE])}
       from enrollments e where ${OF_CAMPAIGN} and $2::text[] is not null
     union all
     ${row('people', ['sequence', 'standing', 'outcome', 'label'], 'bits', [PEOPLE, packed('timestamptz_send(accepted_at)'), packed('timestamptz_send(replied_at)')])}
       from begun group by sequence, standing, outcome, label, bits
     union all
     ${row('calls', ['node', 'limit_class', 'account_id', 'state'], 'credits', [PEOPLE, packed(`case when state in ('done', 'without_effect') then timestamptz_send(created_at) end`), NONE])}
       from (select b.n, i.node, i.limit_class, i.account_id, i.credits, i.created_at,
                    case when i.state = 'done' and i.response ->> 'refused' is not null then 'without_effect' else i.state end as state
               from begun b join intents i on i.enrollment_id = b.id where b.started) as c
      group by node, limit_class, account_id, state, credits${given === null ? '' : OF_GROUPS}
      order by kind, one, third`,
    valuesOf(asked),
  );
  return unpack(rows);
}

interface PackedRow {
  readonly kind: 'campaign' | 'people' | 'calls' | 'group';
  readonly one: string | null;
  readonly other: string | null;
  readonly third: string | null;
  readonly fourth: string | null;
  readonly number: number | null;
  readonly people: Buffer | null;
  readonly at: Buffer | null;
  readonly later: Buffer | null;
}

function unpack(rows: readonly PackedRow[]): Ledger {
  const of = (kind: PackedRow['kind']) => rows.filter((row) => row.kind === kind);
  const [campaign] = of('campaign');
  if (campaign === undefined) throw new Error('an aggregate without a row');
  return {
    enrolled: campaign.number ?? 0,
    judged_until: numbersIn(campaign.at, 8)[0] ?? Number.NaN,
    people: of('people').map(({ one, other, third, fourth, number, people, at, later }) => ({
      ...{ sequence: one ?? '', standing: other, outcome: third, label: fourth },
      ...{ finished: has(number, BIT.finished), positive: has(number, BIT.positive), people: wholeIn(people) },
      ...{ accepted_at: numbersIn(at, 8), replied_at: numbersIn(later, 8) },
    })),
    calls: of('calls').map(({ one, other, third, fourth, number, people, at }) => ({
      ...{ node: one ?? '', limit_class: other, account_id: third ?? '', credits: number ?? 0 },
      // A column that has no other values, and one that the statement puts in the place of one of them.
      ...{ state: fourth as CallsAlike['state'], people: wholeIn(people), at: numbersIn(at, 8) },
    })),
    groups: of('group')
      .flatMap(({ one, number, people }) =>
        number === null ? [] : [{ group: one, enrolled: number, people: wholeIn(people) }],
      )
      .sort((first, second) => second.enrolled - first.enrolled),
  };
}

const has = (bits: number | null, bit: number): boolean => ((bits ?? 0) & bit) !== 0;
