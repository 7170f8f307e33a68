import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';

/** The facts so far about a person who took an arm. */
export interface WatchedRow {
  readonly enrollment_id: string;
  readonly node: string;
  readonly arm: string;
  /** When the first call after it that reaches people was done. */
  readonly contacted_at: Date | null;
  readonly accepted_at: Date | null;
  readonly replied_at: Date | null;
  readonly positive_at: Date | null;
  readonly is_over: boolean;
}

interface Asked {
  readonly experiment_id: string;
  readonly now: Date;
  /** The limit classes whose calls reach a person. */
  readonly sends: readonly string[];
  readonly limit: number;
}

/** Those of an experiment whose time has come to be looked at, first things first. */
export async function listDue(tx: Queryable, { experiment_id, now, sends, limit }: Asked): Promise<WatchedRow[]> {
  const { rows } = await tx.query<WatchedRow & Record<string, unknown>>(
    `select c.enrollment_id, c.node, c.arm, contact.at as contacted_at, e.status = 'finished' as is_over,
            case when e.accepted_at >= c.at then e.accepted_at end as accepted_at,
            case when e.replied_at >= c.at then e.replied_at end as replied_at,
            case when e.replied_at >= c.at and b.positive and e.labeled_at >= c.at then e.replied_at end as positive_at
       from (select * from arm_choices where experiment_id = $1 and look_at <= $2 order by look_at, enrollment_id limit $4) as c
       join enrollments e on e.id = c.enrollment_id
       left join labels b on b.name = e.label
       left join lateral (select min(i.settled_at) as at from intents i
                           where i.enrollment_id = e.id and i.state = 'done' and i.limit_class = any($3) and i.settled_at >= c.at) as contact on true
      order by c.look_at, c.enrollment_id`,
    [experiment_id, now, [...sends], limit],
  );
  return rows;
}

interface Noted {
  readonly enrollment_id: string;
  readonly node: string;
  readonly look_at: Date | null;
  readonly judged_at: Date | null;
  readonly success: boolean | null;
}

/** Notes what was found about people, and when to look again. */
export async function noteWatched(tx: Queryable, people: readonly Noted[]): Promise<void> {
  if (people.length === 0) return;
  await tx.query(
    `update arm_choices c set look_at = n.look_at, judged_at = n.judged_at, success = n.success
       from ${rowsOf('enrollment_id text, node text, look_at timestamptz, judged_at timestamptz, success boolean')} as n
      where c.enrollment_id = n.enrollment_id and c.node = n.node`,
    [jsonRows(people)],
  );
}

/** Lists the outcomes of everybody who is judged, by arm, in the order of their first contact. */
export async function listOutcomes(
  tx: Queryable,
  experiment_id: string,
): Promise<ReadonlyMap<string, readonly boolean[]>> {
  const { rows } = await tx.query<{ arm: string; outcomes: boolean[] }>(
    `select arm, array_agg(success order by judged_at, enrollment_id) as outcomes from arm_choices
      where experiment_id = $1 and judged_at is not null group by 1`,
    [experiment_id],
  );
  return new Map(rows.map(({ arm, outcomes }) => [arm, outcomes]));
}
