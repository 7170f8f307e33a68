import type { Plan } from '../../../language/plan/plan.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

/** An enrollment whose steps are still to come, with the plan that they follow. */
export interface UnderWay {
  readonly id: string;
  readonly lead_id: string;
  readonly sequence: string;
  readonly version: number;
  readonly plan: Plan;
  readonly senders: Readonly<Record<string, string>>;
  /** The step at which it was last seen; null: it has not begun. */
  readonly node: string | null;
  /** Variables of the enrollment, which win over those of the person. */
  readonly vars: Readonly<Record<string, unknown>>;
}

/** Lists the unfinished enrollments of these people, in the order of their ids. */
export async function listUnderWay(db: Queryable, leadIds: readonly string[]): Promise<UnderWay[]> {
  if (leadIds.length === 0) return [];
  const { rows } = await db.query<UnderWay & Record<string, unknown>>(
    `select e.id, e.lead_id, e.sequence, e.version, p.plan, e.senders, e.node, e.vars
       from unnest($1::text[]) as person (id)
      cross join lateral (select * from enrollments where lead_id = person.id and status <> 'finished' offset 0) as e
       join plans p on p.digest = e.digest order by e.id`,
    [[...leadIds]],
  );
  return rows;
}
