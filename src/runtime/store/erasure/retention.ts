import type { Queryable } from '../../../shared/postgres/database.ts';

export const RETAINED = ['messages', 'timelines', 'events', 'logs'] as const;
export type Retained = (typeof RETAINED)[number];

/** Days of virtual time; null: for good. */
export type Retention = Readonly<Record<Retained, number | null>>;

export async function readRetention(db: Queryable): Promise<Retention> {
  const { rows } = await db.query<{ what: Retained; days: number }>('select what, days from retention');
  const set = new Map(rows.map(({ what, days }) => [what, days]));
  const daysOf = (what: Retained) => set.get(what) ?? null;
  return {
    messages: daysOf('messages'),
    timelines: daysOf('timelines'),
    events: daysOf('events'),
    logs: daysOf('logs'),
  };
}

/** Saves for how long things are kept; values that are absent stay as they are. A pass begins anew, because more may be over now. */
export async function saveRetention(
  tx: Queryable,
  given: Readonly<Partial<Record<Retained, number | null | undefined>>>,
  at: Date,
): Promise<void> {
  for (const what of RETAINED) {
    const days = given[what];
    if (days === undefined) continue;
    if (days === null) await tx.query('delete from retention where what = $1', [what]);
    else
      await tx.query(
        `insert into retention (what, days, set_at) values ($1, $2, $3)
         on conflict (what) do update set days = excluded.days, set_at = excluded.set_at, cursor = '', wall_due_at = now()`,
        [what, days, at],
      );
  }
}

export interface DuePass {
  readonly what: Retained;
  readonly days: number;
  readonly cursor: string;
}

/** A pass that is due, locked until the transaction ends; null: none is. */
export async function takePass(tx: Queryable): Promise<DuePass | null> {
  const { rows } = await tx.query<DuePass & Record<string, unknown>>(
    `select what, days, cursor from retention where wall_due_at <= now() order by wall_due_at, what limit 1 for update skip locked`,
  );
  return rows[0] ?? null;
}

/** `after`: wall milliseconds until it goes on, or begins anew. */
export async function savePass(tx: Queryable, what: Retained, cursor: string, after: number): Promise<void> {
  await tx.query(
    `update retention set cursor = $2, wall_due_at = now() + $3 * interval '1 millisecond' where what = $1`,
    [what, cursor, after],
  );
}
