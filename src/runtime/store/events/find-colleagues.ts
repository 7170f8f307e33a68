import type { Queryable } from '../../../shared/postgres/database.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';

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
  const colleagues = await findAll(tx, leadIds);
  return colleagues.filter(({ id, lead_id }) => locked.includes(id) && !leadIds.includes(lead_id));
}

const findAll = setwise(
  async (
    tx: Queryable,
    asked: readonly (readonly string[])[],
  ): Promise<(Colleague & { readonly lead_id: string })[][]> => {
    const { rows } = await tx.query<Colleague & { of: string; lead_id: string } & Record<string, unknown>>(
      `select own.id as of, e.id, e.node, l.company, e.lead_id
         from leads own join leads l on l.company_key = own.company_key
         join enrollments e on e.lead_id = l.id join plans p on p.digest = e.digest
        where own.id = any($1) and e.status <> 'finished' and p.plan -> 'stop_on' ? 'company_reply'
        order by e.id`,
      [[...new Set(asked.flat())]],
    );
    return asked.map((leadIds) => [
      ...new Map(rows.filter(({ of }) => leadIds.includes(of)).map((row) => [row.id, row])).values(),
    ]);
  },
);

export const readCompanies = setwise(
  async (tx: Queryable, asked: readonly (readonly string[])[]): Promise<string[][]> => {
    const { rows } = await tx.query<{ id: string; company: string }>(
      'select id, company from leads where id = any($1) and company_key is not null order by id',
      [[...new Set(asked.flat())]],
    );
    return asked.map((leadIds) => {
      const own = new Set(leadIds);
      return rows.filter(({ id }) => own.has(id)).map(({ company }) => company);
    });
  },
);
