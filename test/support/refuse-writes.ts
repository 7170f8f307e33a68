import type { Queryable } from '../../src/shared/postgres/database.ts';

/** Has Postgres refuse such writes to the table as it does when its disk is full. Undone by the returned function. */
export async function refuseWrites(
  db: Queryable,
  table: string,
  writes: 'insert' | 'update' | 'delete' | 'update or delete',
): Promise<() => Promise<void>> {
  await db.query(`create or replace function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await db.query(`create trigger no_room before ${writes} on ${table} for each row execute function no_room()`);
  return async () => void (await db.query(`drop trigger no_room on ${table}`));
}
