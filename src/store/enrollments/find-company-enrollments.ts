import type { Queryable } from '../../postgres/database.ts';
import { companyKey } from '../leads/company-key.ts';

/** Active enrollments in this sequence of other people of the company, one of each person. */
export async function findCompanyEnrollments(
  tx: Queryable,
  query: { readonly company: string; readonly sequence: string; readonly except: readonly string[] },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select min(e.id) as id from enrollments e join leads l on l.id = e.lead_id
      where l.company_key = $1 and e.sequence = $2 and e.status <> 'finished' and l.id <> all($3)
      group by l.id order by 1`,
    [companyKey(query.company), query.sequence, [...query.except]],
  );
  return rows.map(({ id }) => id);
}
