import type { ClockSetting } from '../../../shared/kit/clock.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

const CLOCK = 'clock';

export async function saveClock(db: Queryable, setting: ClockSetting): Promise<void> {
  await db.query(
    'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [CLOCK, JSON.stringify(setting)],
  );
}

/** The clock as it was last set by the sandbox; null when it never was. */
export async function loadClock(db: Queryable): Promise<ClockSetting | null> {
  const { rows } = await db.query<{ value: ClockSetting }>('select value from settings where name = $1', [CLOCK]);
  return rows[0]?.value ?? null;
}
