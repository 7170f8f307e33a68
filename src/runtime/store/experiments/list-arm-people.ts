import type { Queryable } from '../../../shared/postgres/database.ts';

/** A person who took an arm of a split, and when what happened to them; null: not so far. */
export interface ArmPersonRow {
  readonly enrollment_id: string;
  readonly arm: string;
  /** The split's id, and the version of the sequence in which they took it. */
  readonly node: string;
  readonly version: number;
  readonly entered_at: Date;
  /** When the first call after it that reaches people was done. */
  readonly contacted_at: Date | null;
  readonly accepted_at: Date | null;
  readonly replied_at: Date | null;
  /** The same of those whom a label calls positive that was given after it. */
  readonly positive_at: Date | null;
  readonly unsubscribed_at: Date | null;
  readonly bounced_at: Date | null;
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

/** Everybody who took an arm of a split with such an id, in any version of the sequence; what happened before they took it does not count. */
export async function listArmPeople(db: Queryable, asked: Asked): Promise<ArmPersonRow[]> {
  const { rows } = await db.query<ArmPersonRow & Record<string, unknown>>(
    `select t.enrollment_id, t.arm, t.node, t.at as entered_at, c.at as contacted_at,
            coalesce((select (m.detail ->> 'from_version')::int from timeline m
                       where m.enrollment_id = t.enrollment_id and m.id > t.id and m.type = 'moved' order by m.id limit 1), e.version) as version,
            case when e.accepted_at >= t.at then e.accepted_at end as accepted_at,
            case when e.replied_at >= t.at then e.replied_at end as replied_at,
            case when e.replied_at >= t.at and b.positive and e.labeled_at >= t.at then e.replied_at end as positive_at,
            case when e.outcome = 'unsubscribed' then coalesce(e.stopped_at, e.finished_at) end as unsubscribed_at,
            case when e.outcome = 'bounced' then coalesce(e.stopped_at, e.finished_at) end as bounced_at
       from (select distinct on (enrollment_id, node) enrollment_id, node, id, at, detail ->> 'arm' as arm
               from timeline where node = any($2) and type = 'branch' and detail ? 'arm' order by enrollment_id, node, id) as t
       join enrollments e on e.id = t.enrollment_id
       left join labels b on b.name = e.label
       left join lateral (select min(i.settled_at) as at from intents i
                           where i.enrollment_id = e.id and i.state = 'done' and i.limit_class = any($4) and i.settled_at >= t.at) as c on true
      where e.sequence = $1 and ($3::text is null or e.campaign_id = $3)`,
    [asked.sequence, [...asked.nodes], asked.campaign_id, [...asked.sends]],
  );
  return rows;
}
