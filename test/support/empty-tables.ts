import type { Database } from '../../src/shared/postgres/database.ts';

/**
 * Prepares what `truncate ... cascade` does, for tables with a few rows: these are deleted at once, where truncating makes new
 * files of every table and index, which takes ten times as long. Returns the function that does it, so that the tables are
 * looked up once.
 */
export async function emptying(db: Database, roots: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await db.query<{ name: string }>(
    `with recursive reached (oid) as (
       select unnest($1::regclass[])::oid union select c.conrelid from pg_constraint c join reached r on c.confrelid = r.oid where c.contype = 'f')
     select oid::regclass::text as name from reached`,
    [roots],
  );
  const deletes = rows.map(({ name }) => `delete from ${name}`);
  // No foreign key is looked at: whatever refers to a row goes with it.
  const sql = ['set local session_replication_role = replica', ...deletes].join('; ');
  return () => db.transaction(async (tx) => void (await tx.query(sql)));
}
