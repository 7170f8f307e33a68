import type { Queryable } from '../../../shared/postgres/database.ts';

/** An enrollment of somebody else at the same company. */
export interface Colleague {
  readonly id: string;
  readonly node: string | null;
  readonly company: string;
}

/**
 * Those that have not ended and stop when a colleague answers, of whichever sequence. `locked`: among these; who becomes a colleague
 * meanwhile has become one after the answer.
 */
export async function findColleagues(
  tx: Queryable,
  leadIds: readonly string[],
  locked: readonly string[],
): Promise<Colleague[]> {
  const { rows } = await tx.query<Colleague & Record<string, unknown>>(
    `select e.id, e.node, l.company
       from leads l join enrollments e on e.lead_id = l.id join plans p on p.digest = e.digest
      where l.company_key in (select company_key from leads where id = any($1) and company_key is not null)
        and l.id <> all($1) and e.status <> 'finished' and p.plan -> 'stop_on' ? 'company_reply'
        and e.id = any($2)
      order by e.id`,
    [[...leadIds], [...locked]],
  );
  return rows;
}

export async function readCompanies(tx: Queryable, leadIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ company: string }>(
    'select company from leads where id = any($1) and company_key is not null order by id',
    [[...leadIds]],
  );
  return rows.map(({ company }) => company);
}
