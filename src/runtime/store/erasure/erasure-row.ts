import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { byId, type Listing } from '../listing.ts';

/** The stages of an erasure, in their order; each may be done again. */
export const STAGES = ['workflows', 'rows', 'texts', 'files', 'service', 'vacuum', 'check', 'domains'] as const;
export type Stage = (typeof STAGES)[number];

export interface Kept {
  readonly what: string;
  readonly why: string;
  /** Virtual time after which it is gone too. */
  readonly until?: string;
}

export interface ErasureRow {
  readonly id: string;
  readonly leads: readonly string[];
  readonly enrollments: readonly string[];
  readonly sealed_names: string | null;
  /** Null: all is done. */
  readonly stage: Stage | null;
  /** The lease of the process that works on it; null: none does. */
  readonly lease: string | null;
  readonly place: Readonly<Record<string, unknown>>;
  readonly erased: Readonly<Record<string, number>>;
  readonly kept: readonly Kept[];
  readonly receipt: unknown;
  readonly last_error: string | null;
  readonly created_at: Date;
  readonly wall_created_at: Date;
  readonly finished_at: Date | null;
}

/** The erasure and the lease by which one process owns it. */
type Claimed = Pick<ErasureRow, 'id' | 'lease'>;

export type NewErasure = Pick<ErasureRow, 'id' | 'leads' | 'enrollments' | 'sealed_names' | 'erased' | 'created_at'>;

export async function insertErasure(tx: Queryable, row: NewErasure): Promise<void> {
  await tx.query(
    `insert into erasures (id, leads, enrollments, sealed_names, stage, erased, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [row.id, row.leads, row.enrollments, row.sealed_names, STAGES[0], JSON.stringify(row.erased), row.created_at],
  );
}

/**
 * The erasure that is due first, for as long as the lease lasts: whoever is killed loses it, and the stage is done again. Null: none is due.
 */
export async function claimErasure(db: Queryable, leaseMs: number): Promise<ErasureRow | null> {
  const { rows } = await db.query<ErasureRow & Record<string, unknown>>(
    `update erasures set wall_due_at = now() + $1 * interval '1 millisecond', lease = $2
      where id = (select id from erasures where stage is not null and wall_due_at <= now()
                   order by wall_due_at, id limit 1 for update skip locked)
      returning *`,
    [leaseMs, randomUUID()],
  );
  return rows[0] ?? null;
}

/** Whoever works on it lives. Nothing happens where somebody else has it by now. */
export async function renewErasure(db: Queryable, { id, lease }: Claimed, leaseMs: number): Promise<void> {
  await db.query(
    `update erasures set wall_due_at = now() + $3 * interval '1 millisecond' where id = $1 and lease = $2`,
    [id, lease, leaseMs],
  );
}

export interface Progress {
  readonly stage: Stage | null;
  readonly place: Readonly<Record<string, unknown>>;
  readonly erased: Readonly<Record<string, number>>;
  readonly kept: readonly Kept[];
  /** Wall milliseconds until it goes on. */
  readonly after: number;
  readonly last_error: string | null;
  /** Absent: there is none yet, or it stays. */
  readonly receipt?: object;
  readonly finished_at?: Date;
  readonly forget_names?: boolean;
}

/** Gives the lease back. Nothing is saved where somebody else has taken it over: they took us for dead. */
export async function saveErasure(tx: Queryable, { id, lease }: Claimed, progress: Progress): Promise<void> {
  await tx.query(
    `update erasures set stage = $2, lease = null, place = $3, erased = $4, kept = $5, wall_due_at = now() + $6 * interval '1 millisecond', last_error = $7,
            receipt = coalesce($8, receipt), finished_at = coalesce($9, finished_at),
            sealed_names = case when $10 then null else sealed_names end
      where id = $1 and lease = $11`,
    [
      ...[id, progress.stage, JSON.stringify(progress.place), JSON.stringify(progress.erased)],
      ...[JSON.stringify(progress.kept), progress.after, progress.last_error],
      ...[progress.receipt === undefined ? null : JSON.stringify(progress.receipt), progress.finished_at ?? null],
      ...[progress.forget_names ?? false, lease],
    ],
  );
}

export async function readErasure(db: Queryable, id: string): Promise<ErasureRow | null> {
  const { rows } = await db.query<ErasureRow & Record<string, unknown>>('select * from erasures where id = $1', [id]);
  return rows[0] ?? null;
}

export const erasureListing: Listing<ErasureRow> = {
  ...{ columns: '*', tables: 'erasures', where: 'true', values: [] },
  orders: { created_at: byId() },
  usual: '-created_at',
};
