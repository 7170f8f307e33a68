import { setImmediate } from 'node:timers/promises';
import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { FOR_MANY, type Remark, sharing } from '../../../shared/postgres/settings.ts';
import { numbersIn, packed } from '../packed-numbers.ts';
import type { Grouping, ResultsAsked } from './result-filter.ts';
import { GROUPS, OF_CAMPAIGN, valuesOf } from './result-people.ts';

/** The facts that the numbers of a campaign are made of. Times are microseconds of Postgres; people who have more than waited to begin have numbers from 0. */
export interface Ledger {
  /** Everybody of the campaign. */
  readonly enrolled: number;
  /** Whoever was contacted by then is judged. */
  readonly judged_until: number;
  /** In the order of their numbers. */
  readonly people: readonly PeopleAlike[];
  /** Calls by their step, and those of a step by their account: each in the order of the database. */
  readonly calls: readonly CallsAlike[];
  /** How many only wait to begin, by their given group; empty where groups follow from the calls. */
  readonly waiting: ReadonlyMap<string | null, number>;
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
  readonly count: number;
  /** When each accepted; empty: nobody of them. */
  readonly accepted_at: Float64Array;
  readonly replied_at: Float64Array;
  /** The given group of each; empty where it follows from the calls. */
  readonly groups: readonly (string | null)[];
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

/** The bits of what is true of people. */
const BIT = { finished: 1, positive: 2, accepted: 4, replied: 8, only_waits: 16 } as const;

/** SQL: somebody has only waited to begin, as most people of a large campaign do; only one of the numbers counts them. */
const ONLY_WAITS = `e.started_at is null and e.status = 'queued' and e.node is null and e.accepted_at is null and e.replied_at is null and e.label is null`;

/** SQL: the group of `enrollments e` with their lead `l`; null: it is known only by what was done to them. */
function givenGroup({ kind }: Grouping): string | null {
  if (kind === 'week' || kind === 'sender') return null;
  return `nullif(${GROUPS[kind]}, '')`;
}

/** SQL of a row: its kind, four texts, a whole number, the ids of people, and two times and a group of each. */
const row = (kind: string, texts: readonly string[], number: string, of: Partial<Record<Packed, string>>): string => {
  const named = ['one', 'other', 'third', 'fourth'].map((name, n) => `${texts[n] ?? 'null'}::text as ${name}`);
  const many = Object.entries(PACKED).map(([name, type]) => `${of[name as Packed] ?? 'null'}::${type} as ${name}`);
  return `select '${kind}' as kind, ${[...named, `${number} as number`, ...many].join(', ')}`;
};
const PACKED = { ids: 'text', at: 'bytea', later: 'bytea', groups: 'text' } as const;
type Packed = keyof typeof PACKED;

/** No id has one. */
const BETWEEN_IDS = ' ';
const IDS = `string_agg(id, '${BETWEEN_IDS}')`;

/**
 * Postgres finds by hashes what is alike: it takes that for more kinds than there are, and would sort everybody by all of it. People are joined with their leads by several processes: to hand a person over from one to another
 * costs less than Postgres takes it to.
 */
const AS_A_SET = { ...FOR_MANY, enable_sort: 'off', parallel_tuple_cost: '0.01' };

/**
 * Reads all people of a campaign and their calls in one statement, so that what is counted is of one moment. Postgres puts together what belongs together and hands it over as ids and times one after
 * the other, by what is the same of many: to sort and count it takes a program a tenth of the time that it takes Postgres. Whose a call was is found here, by the id: so people and calls are read each by
 * several processes, none of which waits for a list of the others.
 */
export const readLedger = async (db: Database, asked: ResultsAsked): Promise<Ledger> =>
  unpack(await sharing(db, AS_A_SET, (tx, remark) => readPacked(tx, remark, asked)));

async function readPacked(tx: Queryable, remark: Remark, asked: ResultsAsked): Promise<PackedRow[]> {
  const given = givenGroup(asked.by);
  const { rows } = await tx.query<PackedRow & Record<string, unknown>>(
    `${remark} ${row('campaign', [], 'count(*)::int', { at: `timestamptz_send($3::timestamptz - $4::int * interval '1 day')` })}
       from enrollments e where ${OF_CAMPAIGN} and $2::text[] is not null
     union all
     ${row('people', ['sequence', 'standing', 'outcome', 'label'], 'bits', {
       ids: IDS,
       at: packed('timestamptz_send(accepted_at)'),
       later: packed('timestamptz_send(replied_at)'),
       ...(given !== null && { groups: `string_agg(coalesce(to_json("group")::text, 'null'), ',')` }),
     })}
       from (select e.id, e.sequence, case when e.status <> 'finished' then e.node end as standing, e.outcome, e.label, e.accepted_at, e.replied_at, ${given ?? 'null'} as "group",
                    case when ${ONLY_WAITS} then ${BIT.only_waits} else 0 end + case when e.status = 'finished' then ${BIT.finished} else 0 end
                    + case when b.positive and e.replied_at is not null then ${BIT.positive} else 0 end
                    + case when e.accepted_at is null then 0 else ${BIT.accepted} end + case when e.replied_at is null then 0 else ${BIT.replied} end as bits
               from enrollments e ${given === null ? '' : 'left join leads l on l.id = e.lead_id'} left join labels b on b.name = e.label
              where ${OF_CAMPAIGN}${given === null ? ` and not (${ONLY_WAITS})` : ''}) as p
      group by sequence, standing, outcome, label, bits
     union all
     ${row('calls', ['node', 'limit_class', 'account_id', 'state'], 'credits', {
       ids: IDS,
       at: packed(`case when state in ('done', 'without_effect') then timestamptz_send(created_at) end`),
     })}
       from (select e.id, i.node, i.limit_class, i.account_id, i.credits, i.created_at,
                    case when i.state = 'done' and i.response ->> 'refused' is not null then 'without_effect' else i.state end as state
               from enrollments e join intents i on i.enrollment_id = e.id where ${OF_CAMPAIGN} and e.started_at is not null) as c
      group by node, limit_class, account_id, state, credits
      order by kind, one, third`,
    valuesOf(asked),
  );
  return rows;
}

interface PackedRow {
  readonly kind: 'campaign' | 'people' | 'calls';
  readonly one: string | null;
  readonly other: string | null;
  readonly third: string | null;
  readonly fourth: string | null;
  readonly number: number | null;
  readonly ids: string | null;
  readonly at: Buffer | null;
  readonly later: Buffer | null;
  /** JSON texts with commas between them. */
  readonly groups: string | null;
}

/** Others have their turn between its parts. */
async function unpack(rows: readonly PackedRow[]): Promise<Ledger> {
  const of = (kind: PackedRow['kind']) => rows.filter((row) => row.kind === kind);
  const [campaign] = of('campaign');
  if (campaign === undefined) throw new Error('an aggregate without a row');
  const numbers = new Map<string, number>();
  const people: PeopleAlike[] = [];
  const waiting = new Map<string | null, number>();
  for (const row of of('people')) {
    if (has(row, BIT.only_waits)) countGroups(row, waiting);
    else people.push(peopleIn(row, numbers));
    await setImmediate();
  }
  const calls: CallsAlike[] = [];
  for (const row of of('calls')) {
    calls.push(callsIn(row, numbers));
    await setImmediate();
  }
  const judged_until = numbersIn(campaign.at, 8)[0] ?? Number.NaN;
  return { enrolled: campaign.number ?? 0, judged_until, people, calls, waiting };
}

/** Gives a number to each of them. */
function peopleIn(row: PackedRow, numbers: Map<string, number>): PeopleAlike {
  const { one, other, third, fourth, ids, at, later, groups } = row;
  const before = numbers.size;
  for (const id of idsIn(ids)) numbers.set(id, numbers.size);
  return {
    ...{ sequence: one ?? '', standing: other, outcome: third, label: fourth },
    ...{ finished: has(row, BIT.finished), positive: has(row, BIT.positive), count: numbers.size - before },
    ...{ accepted_at: numbersIn(at, 8), replied_at: numbersIn(later, 8), groups: groupsIn(groups) },
  };
}

function callsIn(row: PackedRow, numbers: ReadonlyMap<string, number>): CallsAlike {
  const { one, other, third, fourth, number, ids, at } = row;
  return {
    ...{ node: one ?? '', limit_class: other, account_id: third ?? '', credits: number ?? 0 },
    // A column that has no other values, and one that the statement puts in the place of one of them.
    ...{ state: fourth as CallsAlike['state'], people: numbersOf(ids, numbers), at: numbersIn(at, 8) },
  };
}

const has = ({ number: bits }: PackedRow, bit: number): boolean => ((bits ?? 0) & bit) !== 0;

const idsIn = (ids: string | null): readonly string[] => (ids === null ? [] : ids.split(BETWEEN_IDS));

function numbersOf(ids: string | null, numbers: ReadonlyMap<string, number>): Int32Array {
  const all = idsIn(ids);
  const found = new Int32Array(all.length);
  for (const [n, id] of all.entries()) {
    const number = numbers.get(id);
    if (number === undefined) throw new Error(`a call for ${id}, who is not among the people`);
    found[n] = number;
  }
  return found;
}

const groupsIn = (groups: string | null): readonly (string | null)[] => JSON.parse(`[${groups ?? ''}]`);

function countGroups({ groups }: PackedRow, counts: Map<string | null, number>): void {
  for (const group of groupsIn(groups)) counts.set(group, (counts.get(group) ?? 0) + 1);
}
