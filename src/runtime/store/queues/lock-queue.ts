import type { Queryable } from '../../../shared/postgres/database.ts';

/** False: somebody else lets people of this group begin at this moment. */
export async function lockQueue(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('select from queues where id = $1 for no key update skip locked', [id]);
  return rowCount === 1;
}
