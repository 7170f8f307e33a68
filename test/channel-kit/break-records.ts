import type { Database } from '../../src/shared/postgres/database.ts';

/** From here on no call can be written down as a success, as if the process died before it could; until the returned function is called. */
export async function breakRecords(db: Database): Promise<() => Promise<void>> {
  await db.query(`
    create or replace function kit_break_records() returns trigger language plpgsql as $$
    begin
      if new.status = 'success' then raise exception 'the record is broken'; end if;
      return new;
    end $$;
    create trigger kit_break_records before insert or update on logs for each row execute function kit_break_records()`);
  return async () => {
    await db.query('drop trigger kit_break_records on logs');
  };
}
