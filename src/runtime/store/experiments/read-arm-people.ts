import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { applySettings, FOR_MANY } from '../../../shared/postgres/settings.ts';
import { packed } from '../packed-numbers.ts';
import { type ArmPeopleFound, CODE, type OutcomeBits, type PackedRow, unpackArmPeople } from './unpack-arm-people.ts';

interface Asked {
  readonly sequence: string;
  /** The names of the split's arms. */
  readonly arms: readonly string[];
  /** The id that the split has in each version that asks the same. */
  readonly alike: ReadonlyMap<number, string>;
  /** Null: of all campaigns, and who came without one. */
  readonly campaign_id: string | null;
  /** The limit classes whose calls reach a person. */
  readonly sends: readonly string[];
  /** People are judged so long after their first contact, and not before. */
  readonly window_ms: number;
  readonly now: number;
  readonly bits: OutcomeBits;
  /** Whether it is known how many people come: then it is asked when each was judged, and who has left. */
  readonly sized: boolean;
  /** The experiment that divides those who come, if one does. */
  readonly experiment_id: string | null;
}

/** From so many on they are joined as a set, which reads the tables of people and calls from end to end. */
const MANY = 10_000;

/** SQL: lines of people who took an arm of a split: those of one step are in order of the people. */
const TOOK_AN_ARM = `type = 'branch' and detail ? 'arm'`;

/** SQL: a call `i` that reached a person after they took the arm. */
const CONTACT = `i.state = 'done' and i.limit_class = any($4) and i.settled_at >= took.at`;
const FROM_VERSION = `(m.detail ->> 'from_version')::int`;

/** SQL: how people who took an arm are joined with what else is known of them. */
interface Joins {
  /** Those who took an arm of a step: `enrollment_id, node, id, at, arm, contacted_at, from_version`. */
  readonly contacted: (node: number, took: FirstLines) => string;
  /** The enrollments `e` of the people `c`. */
  readonly enrollments: string;
  /** The arms that an experiment has chosen (`c`) for the people `p`. */
  readonly choices: string;
}

interface FirstLines {
  readonly of_campaign: boolean;
  readonly arms: readonly string[];
  readonly part: Part;
}

/** SQL: the condition that an enrollment is of some part of all, by the column of its id; it begins with `and`, where there is one. */
type Part = (id: string) => string;
const ALL: Part = () => '';
/** Those whose ids come before $9, and those whose do not. */
const HALVES: readonly Part[] = [(id) => ` and ${id} < $9`, (id) => ` and ${id} >= $9`];

/** SQL: the line by which each first took an arm of the step at this place among $2; the arm as its place among $8, from 1. */
const firstLines = (node: number, arms: readonly string[], and: string): string => `
          select distinct on (enrollment_id) enrollment_id, id, at, case detail ->> 'arm' ${arms.map((_, n) => `when ($8::text[])[${n + 1}] then ${n + 1}`).join(' ')} else 0 end as arm
            from timeline where node = ($2::text[])[${node + 1}] and ${TOOK_AN_ARM}${and} order by enrollment_id, id`;

const OF_CAMPAIGN = 'select id from enrollments where campaign_id = $3 and started_at is not null';

/** Looks at each by itself, whatever the planner takes their number for: `offset 0` lets it take no other way. */
const OF_EACH: Joins = {
  contacted: (node, { of_campaign, arms }) => `
       select took.enrollment_id, ${node} as node, took.id, took.at, took.arm, c.at as contacted_at, m.from_version
         from (${firstLines(node, arms, of_campaign ? ` and exists (${OF_CAMPAIGN} and id = enrollment_id offset 0)` : '')}) took
         left join lateral (
           select min(i.settled_at) as at from intents i where i.enrollment_id = took.enrollment_id and ${CONTACT}) c on true
         left join lateral (
           select ${FROM_VERSION} as from_version from timeline m
            where m.enrollment_id = took.enrollment_id and m.id > took.id and m.type = 'moved' order by m.id limit 1) m on true`,
  enrollments: 'cross join lateral (select * from enrollments where id = c.enrollment_id offset 0) e',
  choices: 'cross join lateral (select * from arm_choices where enrollment_id = p.enrollment_id offset 0) c',
};

/**
 * Looks at all together, in the order of their ids, in which lines and calls lie in their indexes. One without a nested loop: the planner takes them for a few, and would look through all
 * for each of them.
 */
const OF_ALL: Joins = {
  contacted: (node, { of_campaign, arms, part }) => `
       select took.enrollment_id, ${node} as node, min(took.id) as id, min(took.at) as at, min(took.arm) as arm, min(i.settled_at) as contacted_at,
              ((min(array[m.id, ${FROM_VERSION}]) filter (where m.id is not null))[2])::int as from_version
         from (${firstLines(node, arms, `${of_campaign ? ` and enrollment_id in (${OF_CAMPAIGN})` : ''}${part('enrollment_id')}`)}) took
         left join intents i on i.enrollment_id = took.enrollment_id and ${CONTACT}${part('i.enrollment_id')}
         left join timeline m on m.enrollment_id = took.enrollment_id and m.id > took.id and m.type = 'moved'${part('m.enrollment_id')}
        group by took.enrollment_id`,
  enrollments: 'join enrollments e on e.id = c.enrollment_id',
  choices: 'join arm_choices c on c.enrollment_id = p.enrollment_id',
};

/** SQL: all of a person (`c`, with their enrollment `e` and its label `b`) as one number. Each fact is looked at once: there are hundreds of thousands. */
function codeOf(bits: OutcomeBits): string {
  const at = (outcome: keyof OutcomeBits, time: string) =>
    `case when ${time} <= c.until then ${bits[outcome] * (1 + CODE.ever)} else ${bits[outcome] * CODE.ever} end`;
  const positive = `case when b.positive and e.labeled_at >= c.at then ${at('positive', 'e.replied_at')} else 0 end`;
  const ended = 'coalesce(e.stopped_at, e.finished_at)';
  return `c.arm * ${CODE.place}
              + case when c.contacted_at is null then 0 when c.contacted_at <= $7 then ${CODE.contacted + CODE.judged} else ${CODE.contacted} end
              + case when e.accepted_at >= c.at then ${at('accepted', 'e.accepted_at')} else 0 end
              + case when e.replied_at >= c.at then ${at('replied', 'e.replied_at')} + ${positive} else 0 end
              + case e.outcome when 'unsubscribed' then ${orNever(ended, at('unsubscribed', ended))} when 'bounced' then ${orNever(ended, at('bounced', ended))} else 0 end`;
}

/** SQL: nothing, where it is not known when it happened. */
const orNever = (time: string, otherwise: string): string => `case when ${time} is null then 0 else ${otherwise} end`;

/**
 * SQL: when those of the campaign left who will never be judged: whoever came to an end before anybody contacted them after the split, and who took an arm when it asked something else. Both are
 * put together by their ids, whatever the planner takes their number for.
 */
const LEFT = `(
         select ${packed('timestamptz_send(g.at)')}
           from (select case when bool_or(l.asked) = false then max(l.entered_at) else max(l.finished_at) end as at
                   from (select id, finished_at, null::boolean as asked, null::timestamptz as entered_at, false as contacted
                           from enrollments where campaign_id = $3 and finished_at is not null
                         union all
                         select enrollment_id, null, asked, entered_at, asked and contacted_at is not null from people) l
                  group by l.id having not bool_or(l.contacted)) g)`;

/** SQL: the arms that the experiment $9 has given to those who are asked for, and the shares of $8 that it gave them by. */
const takenOf = ({ choices }: Joins, arms: readonly string[]): string => `,
       taken as (
         select c.at, c.enrollment_id, int2send(p.arm::int2) as arm,
                ${arms.map((_, n) => `float8send(coalesce((c.shares ->> ($8::text[])[${n + 1}])::float8, 0))`).join(' || ')} as shares
           from people p ${choices} where p.asked and c.experiment_id = $9::bigint)`;
const taken = (column: 'arm' | 'shares'): string =>
  `(select ${packed(column, ' order by at, enrollment_id')} from taken)`;

/** Everybody who took an arm of the split, in any version of the sequence that asks the same; what happened before they took it does not count. */
export const readArmPeople = (db: Database, asked: Asked): Promise<ArmPeopleFound> =>
  db.transaction(async (tx) => {
    const nodes = [...new Set(asked.alike.values())];
    const { many, middle } = await lookAhead(tx, nodes);
    const joins = many ? await joinedAsASet(tx) : OF_EACH;
    const isHalved = many && middle !== null && !asked.sized && asked.experiment_id === null;
    const { rows } = await tx.query<PackedRow & Record<string, unknown>>(
      (isHalved ? HALVES : [ALL]).map((part) => statementOf(asked, nodes, joins, part)).join(' union all '),
      [...valuesOf(asked, nodes), ...(isHalved ? [middle] : [])],
    );
    return unpackArmPeople(oneAfterTheOther(rows), asked);
  });

/** SQL: a row with all people of a part, packed. */
function statementOf(asked: Asked, nodes: readonly string[], joins: Joins, part: Part): string {
  const { arms, campaign_id, sized, bits } = asked;
  const isTaken = asked.experiment_id !== null;
  const contacted = nodes.map((_, n) => joins.contacted(n, { of_campaign: campaign_id !== null, arms, part }));
  return `(with people as (
         select c.id, c.enrollment_id, c.arm, c.at as entered_at, c.contacted_at, case when e.replied_at >= c.at then e.replied_at end as replied_at,
                coalesce(c.from_version, e.version) * ${nodes.length} + c.node = any($5::int[]) as asked, ${codeOf(bits)} as code
           from (select *, contacted_at + $6::interval as until from (${contacted.join(' union all ')}) t) c ${joins.enrollments}
           left join labels b on b.name = e.label
          where e.sequence = $1 and ($3::text is null or e.campaign_id = $3) and e.started_at is not null${part('e.id')})${isTaken ? takenOf(joins, arms) : ''}
       select ${packed(`int4send(case when asked then code + ${CODE.asked} else 0 end)`)} as codes,
              ${packed('case when asked and contacted_at is not null then timestamptz_send(replied_at) end')} as replied,
              ${packed('case when asked then timestamptz_send(contacted_at) end')} as contacted, ${packed('case when asked and contacted_at is not null then int8send(id) end')} as ids,
              ${sized ? LEFT : 'null::bytea'} as gone, ${isTaken ? taken('arm') : 'null::bytea'} as taken_arms, ${isTaken ? taken('shares') : 'null::bytea'} as taken_shares
         from people)`;
}

/** Returns `$1` to `$8` of the statement, and `$9` if an experiment divides those who come. */
const valuesOf = (
  { sequence, alike, arms, campaign_id, sends, window_ms, now, experiment_id }: Asked,
  nodes: readonly string[],
): readonly unknown[] => [
  ...[sequence, nodes, campaign_id, [...sends]],
  ...[[...alike].map(([version, node]) => version * nodes.length + nodes.indexOf(node))],
  ...[`${window_ms} milliseconds`, new Date(now - window_ms), [...arms]],
  ...(experiment_id === null ? [] : [experiment_id]),
];

interface LookedAhead {
  /** More people than are looked at one by one. */
  readonly many: boolean;
  /** An id of an enrollment with about as many lines before it as after it, as Postgres has counted them; null: it has not. */
  readonly middle: string | null;
}

async function lookAhead(tx: Queryable, nodes: readonly string[]): Promise<LookedAhead> {
  const { rows } = await tx.query<LookedAhead & Record<string, unknown>>(
    `select count(*) >= ${MANY} as many,
            (select bounds[(array_length(bounds, 1) + 1) / 2]
               from (select histogram_bounds::text::text[] as bounds from pg_stats where schemaname = current_schema() and tablename = 'timeline' and attname = 'enrollment_id') as s) as middle
       from (select from timeline where node = any($1) and ${TOOK_AN_ARM} limit ${MANY}) as first`,
    [[...nodes]],
  );
  return rows[0] ?? { many: false, middle: null };
}

/**
 * Each half is read by a process of its own, if there is one to spare, and by one after the other if not. No other part of the statement is divided: since people are taken for few, each of the processes would
 * read all lines and calls.
 */
const AS_A_SET = {
  ...{ ...FOR_MANY, enable_nestloop: 'off', parallel_setup_cost: '0', parallel_tuple_cost: '0' },
  ...{ min_parallel_table_scan_size: '4TB', min_parallel_index_scan_size: '4TB' },
};

async function joinedAsASet(tx: Queryable): Promise<Joins> {
  await applySettings(tx, AS_A_SET);
  return OF_ALL;
}

function oneAfterTheOther(rows: readonly PackedRow[]): PackedRow {
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate without a row');
  if (rows.length === 1) return row;
  const all = (of: (each: PackedRow) => Buffer | null): Buffer => Buffer.concat(rows.flatMap((each) => of(each) ?? []));
  return {
    ...{ codes: all(({ codes }) => codes), contacted: all(({ contacted }) => contacted), ids: all(({ ids }) => ids) },
    ...{ replied: all(({ replied }) => replied), gone: all(({ gone }) => gone) },
    ...{ taken_arms: all(({ taken_arms }) => taken_arms), taken_shares: all(({ taken_shares }) => taken_shares) },
  };
}
