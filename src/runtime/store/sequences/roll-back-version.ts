import type { Queryable } from '../../../shared/postgres/database.ts';
import { announce } from '../announcements/announce.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { setCurrentVersion } from './save-sequence-version.ts';

/** The version that was current before the present one; null: there is none. */
export async function findVersionBefore(db: Queryable, name: string): Promise<number | null> {
  const { rows } = await db.query<{ version: number }>(
    `select version from current_versions where sequence = $1 and rolled_back_at is null order by id desc offset 1 limit 1`,
    [name],
  );
  return rows[0]?.version ?? null;
}

/** Takes the newest change of the current version back. Under the sequence's lock. */
export async function rollBackVersion(tx: Queryable, name: string, version: number, at: Date): Promise<void> {
  await tx.query(
    `update current_versions set rolled_back_at = $2
      where id = (select max(id) from current_versions where sequence = $1 and rolled_back_at is null)`,
    [name, at],
  );
  await setCurrentVersion(tx, name, version);
  await recordChange(tx, {
    did: `rolled ${name} back to version ${version}`,
    target: { kind: 'sequence', id: name },
    after: { version },
  });
  await announce(tx, { type: 'sequence.published', at, detail: { sequence: name, version, rolled_back: true } });
}
