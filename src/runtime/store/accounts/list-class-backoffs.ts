import type { Queryable } from '../../../shared/postgres/database.ts';

/** The network's own verdict that a class is used up for an account. */
export interface ClassBackoff {
  readonly account_id: string;
  readonly limit_class: string;
  readonly until: Date;
  readonly reason: string;
}

export async function listClassBackoffs(db: Queryable): Promise<ClassBackoff[]> {
  const { rows } = await db.query<ClassBackoff & Record<string, unknown>>(
    'select account_id, limit_class, until, reason from class_holds order by account_id, limit_class',
  );
  return rows;
}
