import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../shared/postgres/database.ts';

/** A receipt that somebody wants to know about: whether what it says is so still. */
export interface CheckRow {
  readonly id: string;
  readonly receipt: unknown;
  readonly status: 'running' | 'done';
  /** The lease of the process that works on the check, as for an erasure. */
  readonly lease: string | null;
  readonly place: Readonly<Record<string, unknown>>;
  readonly found: readonly { readonly where: string; readonly count: number }[];
  readonly created_at: Date;
  readonly last_error: string | null;
  readonly finished_at: Date | null;
}

/** The check and the lease by which one process owns it. */
type Claimed = Pick<CheckRow, 'id' | 'lease'>;

export async function insertCheck(
  db: Queryable,
  { id, receipt, created_at }: Pick<CheckRow, 'id' | 'receipt' | 'created_at'>,
): Promise<CheckRow> {
  const { rows } = await db.query<CheckRow & Record<string, unknown>>(
    'insert into erasure_checks (id, receipt, created_at) values ($1, $2, $3) returning *',
    [id, JSON.stringify(receipt), created_at],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gave no row');
  return row;
}

export async function readCheck(db: Queryable, id: string): Promise<CheckRow | null> {
  const { rows } = await db.query<CheckRow & Record<string, unknown>>('select * from erasure_checks where id = $1', [
    id,
  ]);
  return rows[0] ?? null;
}

/** The check that waits longest, for as long as the lease lasts. */
export async function claimCheck(db: Queryable, leaseMs: number): Promise<CheckRow | null> {
  const { rows } = await db.query<CheckRow & Record<string, unknown>>(
    `update erasure_checks set wall_due_at = now() + $1 * interval '1 millisecond', lease = $2
      where id = (select id from erasure_checks where status = 'running' and wall_due_at <= now()
                   order by wall_due_at, id limit 1 for update skip locked)
      returning *`,
    [leaseMs, randomUUID()],
  );
  return rows[0] ?? null;
}

/** Whoever works on it lives. Nothing happens where somebody else has it by now. */
export async function renewCheck(db: Queryable, { id, lease }: Claimed, leaseMs: number): Promise<void> {
  await db.query(
    `update erasure_checks set wall_due_at = now() + $3 * interval '1 millisecond' where id = $1 and lease = $2`,
    [id, lease, leaseMs],
  );
}

/** Gives the lease back; nothing is saved where somebody else has taken it over. */
export async function saveCheck(
  db: Queryable,
  { id, lease }: Claimed,
  {
    place,
    found,
    finished_at,
    after,
    last_error,
  }: Pick<CheckRow, 'place' | 'found' | 'finished_at' | 'last_error'> & { readonly after: number },
): Promise<void> {
  await db.query(
    `update erasure_checks set lease = null, place = $2, found = $3, finished_at = $4, status = case when $4::timestamptz is null then 'running' else 'done' end,
            wall_due_at = now() + $5 * interval '1 millisecond', last_error = $6
      where id = $1 and lease = $7`,
    [id, JSON.stringify(place), JSON.stringify(found), finished_at, after, last_error, lease],
  );
}
