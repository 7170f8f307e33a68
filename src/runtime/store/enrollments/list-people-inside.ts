import type { LeadFields } from '../../../language/plan/lead.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

/** Somebody who is in a sequence, with the steps that were taken, or may have been. */
export interface PersonInside {
  readonly id: string;
  readonly version: number;
  readonly digest: string;
  readonly status: string;
  /** Null: not seen at a step yet. */
  readonly node: string | null;
  readonly visit: number;
  readonly waiting_kind: string | null;
  /** When the walk goes on by itself. */
  readonly until: Date | null;
  readonly senders: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly stopping: boolean;
  readonly lead_id: string | null;
  readonly lead: (LeadFields & { readonly vars?: Readonly<Record<string, unknown>> }) | null;
  readonly made: readonly {
    readonly digest: string;
    readonly node: string;
    readonly visit: number;
    readonly in_doubt: boolean;
  }[];
}

const PEOPLE = `select e.id, e.version, e.digest, e.status, e.node, e.visit, e.waiting_kind, e.until, e.senders, e.vars,
    e.stop_outcome is not null as stopping, e.lead_id, to_jsonb(l) as lead,
    coalesce((select jsonb_agg(jsonb_build_object('digest', coalesce(i.digest, e.digest), 'node', i.node, 'visit', i.visit,
        'in_doubt', i.state in ('sent', 'unknown')) order by i.wall_created_at, i.key)
      from intents i where i.enrollment_id = e.id and i.state in ('sent', 'done', 'unknown')), '[]') as made
  from enrollments e left join leads l on l.id = e.lead_id`;

/** All that have not ended. */
export async function listPeopleInside(db: Queryable, sequence: string): Promise<PersonInside[]> {
  const { rows } = await db.query<PersonInside & Record<string, unknown>>(
    `${PEOPLE} where e.sequence = $1 and e.status <> 'finished' order by e.id`,
    [sequence],
  );
  return rows;
}

/** Locked, so that no step of theirs begins until the transaction ends. */
export async function lockPeople(tx: Queryable, ids: readonly string[]): Promise<PersonInside[]> {
  await tx.query('select id from enrollments where id = any($1) order by id for no key update', [[...ids]]);
  const { rows } = await tx.query<PersonInside & Record<string, unknown>>(
    `${PEOPLE} where e.id = any($1) and e.status <> 'finished' order by e.id`,
    [[...ids]],
  );
  return rows;
}
