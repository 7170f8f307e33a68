import type { Queryable } from '../../../shared/postgres/database.ts';

export interface CompanyEnrollment {
  readonly id: string;
  readonly company_key: string;
  readonly lead_id: string;
}

/** Unfinished enrollments in this sequence of people of these companies, one of each person, by id. */
export async function findCompanyEnrollments(
  tx: Queryable,
  query: { readonly companies: readonly string[]; readonly sequence: string },
): Promise<CompanyEnrollment[]> {
  if (query.companies.length === 0) return [];
  const { rows } = await tx.query<CompanyEnrollment & Record<string, unknown>>(
    `select min(e.id) as id, l.company_key, l.id as lead_id from enrollments e join leads l on l.id = e.lead_id
      where l.company_key = any($1) and e.sequence = $2 and e.status <> 'finished'
      group by l.id order by 1`,
    [[...query.companies], query.sequence],
  );
  return rows;
}
