import type { Database, Queryable } from '../../../shared/postgres/database.ts';

/** A person who took an arm of a split, and when what happened to them, in epoch milliseconds; null: not so far. */
export interface ArmPersonRow {
  readonly enrollment_id: string;
  readonly arm: string;
  /** The split's id, and the version of the sequence in which they took it. */
  readonly node: string;
  readonly version: number;
  readonly entered_at: number;
  /** When the first call after it that reaches people was done. */
  readonly contacted_at: number | null;
  readonly accepted_at: number | null;
  readonly replied_at: number | null;
  /** The same of those whom a label calls positive that was given after it. */
  readonly positive_at: number | null;
  readonly unsubscribed_at: number | null;
  readonly bounced_at: number | null;
}

interface Asked {
  readonly sequence: string;
  /** The ids that the split has in the versions that are asked of. */
  readonly nodes: readonly string[];
  /** Null: of all campaigns, and who came without one. */
  readonly campaign_id: string | null;
  /** The limit classes whose calls reach a person. */
  readonly sends: readonly string[];
}

/** From so many on they are joined as a set, which reads the tables of people and calls from end to end. */
const MANY = 10_000;

/** SQL: a time as a number. Dates of seven columns for each of 400,000 people would take longer than all that is computed of them. */
const ms = (time: string): string => `round(date_part('epoch', ${time}) * 1000)`;

/** SQL: lines of people who took an arm of a split. */
const TOOK_AN_ARM = `node = any($2) and type = 'branch' and detail ? 'arm'`;

/** SQL: a call `i` that reached a person after they took the arm. */
const CONTACT = `i.state = 'done' and i.limit_class = any($4) and i.settled_at >= took.at`;
const FROM_VERSION = `(m.detail ->> 'from_version')::int as from_version`;

/** SQL: how the lines of people who took an arm, `took`, are joined with what else is known of these. */
interface Joins {
  /** The condition that a line is of the campaign, among whose people only those are looked for who have begun, as all have who took an arm. */
  readonly of_campaign: string;
  /** The tables of a `with` that the other two take. */
  readonly tables: string;
  /** The enrollments `e`. */
  readonly people: string;
  /** When they were first contacted (`c.at`), and the version from which they were moved first (`m.from_version`). */
  readonly afterwards: string;
}

/** Looks at each by itself, whatever the planner takes their number for: `offset 0` lets it take no other way. */
const OF_EACH: Joins = {
  of_campaign:
    ' and exists (select from enrollments where id = enrollment_id and campaign_id = $3 and started_at is not null offset 0)',
  tables: '',
  people: 'cross join lateral (select * from enrollments where id = took.enrollment_id offset 0) e',
  afterwards: `
         left join lateral (
           select min(i.settled_at) as at from intents i where i.enrollment_id = took.enrollment_id and ${CONTACT}) c on true
         left join lateral (
           select ${FROM_VERSION} from timeline m
            where m.enrollment_id = took.enrollment_id and m.id > took.id and m.type = 'moved' order by m.id limit 1) m on true`,
};

/** Looks at all together. One without a nested loop: the planner takes them for a few, and would look through all for each of them. */
const OF_ALL: Joins = {
  of_campaign: ' and enrollment_id in (select id from enrollments where campaign_id = $3 and started_at is not null)',
  tables: `,
       contacts as (
         select took.id, min(i.settled_at) as at from took join intents i on i.enrollment_id = took.enrollment_id where ${CONTACT} group by 1),
       moves as (
         select distinct on (took.id) took.id, ${FROM_VERSION}
           from took join timeline m on m.enrollment_id = took.enrollment_id and m.id > took.id and m.type = 'moved' order by took.id, m.id)`,
  people: 'join enrollments e on e.id = took.enrollment_id',
  afterwards: `
         left join contacts c on c.id = took.id
         left join moves m on m.id = took.id`,
};

/** Everybody who took an arm of a split with such an id, in any version of the sequence; what happened before they took it does not count. */
export const listArmPeople = (db: Database, asked: Asked): Promise<ArmPersonRow[]> =>
  db.transaction(async (tx) => {
    const { of_campaign, tables, people, afterwards } = (await areMany(tx, asked.nodes))
      ? await joinedAsASet(tx)
      : OF_EACH;
    const { rows } = await tx.query<ArmPersonRow & Record<string, unknown>>(
      `with took as materialized (
         select distinct on (enrollment_id, node) enrollment_id, node, id, at, detail ->> 'arm' as arm
           from timeline where ${TOOK_AN_ARM}${asked.campaign_id === null ? '' : of_campaign} order by enrollment_id, node, id)${tables}
       select took.enrollment_id, took.arm, took.node, ${ms('took.at')} as entered_at, ${ms('c.at')} as contacted_at, coalesce(m.from_version, e.version) as version,
              case when e.accepted_at >= took.at then ${ms('e.accepted_at')} end as accepted_at,
              case when e.replied_at >= took.at then ${ms('e.replied_at')} end as replied_at,
              case when e.replied_at >= took.at and b.positive and e.labeled_at >= took.at then ${ms('e.replied_at')} end as positive_at,
              case when e.outcome = 'unsubscribed' then ${ms('coalesce(e.stopped_at, e.finished_at)')} end as unsubscribed_at,
              case when e.outcome = 'bounced' then ${ms('coalesce(e.stopped_at, e.finished_at)')} end as bounced_at
         from took ${people}
         left join labels b on b.name = e.label${afterwards}
        where e.sequence = $1 and ($3::text is null or e.campaign_id = $3) and e.started_at is not null`,
      [asked.sequence, [...asked.nodes], asked.campaign_id, [...asked.sends]],
    );
    return rows;
  });

async function areMany(tx: Queryable, nodes: readonly string[]): Promise<boolean> {
  const { rows } = await tx.query<{ many: boolean }>(
    `select count(*) >= ${MANY} as many from (select from timeline where ${TOOK_AN_ARM.replace('$2', '$1')} limit ${MANY}) as first`,
    [[...nodes]],
  );
  return rows[0]?.many ?? false;
}

/** The statement is asked with these settings alone: a plan that a connection has once is kept, whatever is set later. */
async function joinedAsASet(tx: Queryable): Promise<Joins> {
  await tx.query(`select set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true)`);
  return OF_ALL;
}
