import type { Queryable } from '../../../shared/postgres/database.ts';
import type { AccountRow } from './account.ts';

/** From the commit on nothing is sent from the account. */
export async function markBehind(
  db: Queryable,
  account: { readonly id: string; readonly calls: number; readonly at: Date },
): Promise<void> {
  await db.query(`update accounts set behind_since = coalesce(behind_since, $2), behind_calls = $3 where id = $1`, [
    account.id,
    account.at,
    account.calls,
  ]);
}

/** What was forgotten has been read back. The caller wakes who waited. */
export async function endBehind(tx: Queryable, id: string): Promise<void> {
  await tx.query('update accounts set behind_since = null, behind_calls = null where id = $1', [id]);
}

export const listBehind = async (db: Queryable): Promise<string[]> => (await readBehind(db)).map(({ id }) => id);

type Behind = Pick<AccountRow, 'id' | 'name' | 'behind_since' | 'behind_calls'>;

export async function readBehind(db: Queryable): Promise<Behind[]> {
  const { rows } = await db.query<Behind & Record<string, unknown>>(
    'select id, name, behind_since, behind_calls from accounts where behind_since is not null order by id',
  );
  return rows;
}

/** Null: it is not. */
export const describeBehind = ({
  name,
  behind_since,
  behind_calls,
}: Pick<AccountRow, 'name' | 'behind_since' | 'behind_calls'>): string | null =>
  behind_since === null
    ? null
    : `the log of the V2 service has ${behind_calls} or more calls of ${name} that are not written here, as after a backup was put back; they are being read back`;
