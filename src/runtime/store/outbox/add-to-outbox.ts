import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import type { Lane } from './claim-outbox.ts';

export type OutboxEntry =
  | { readonly kind: 'start_enrollment'; readonly target_id: string }
  | { readonly kind: 'start_campaign'; readonly target_id: string; readonly payload?: { readonly run: number } }
  | { readonly kind: 'signal_enrollment'; readonly target_id: string; readonly payload: SignalPayload };

/** The engine's `EnrollmentEvent`: `id` makes a repeat harmless. */
export type SignalPayload = { readonly id: string; readonly type: string; readonly [field: string]: unknown };

/** Writes a start or a signal for Temporal, in the transaction of what caused it. */
export async function addToOutbox(tx: Queryable, entry: OutboxEntry, at: Date): Promise<void> {
  const payload = 'payload' in entry ? (entry.payload ?? {}) : {};
  await addEach(tx, { kind: entry.kind, target_id: entry.target_id, payload, created_at: at });
}

const addEach = setwise(
  async (
    tx: Queryable,
    entries: readonly (Pick<OutboxEntry, 'kind' | 'target_id'> & {
      readonly payload: object;
      readonly created_at: Date;
    })[],
  ): Promise<null[]> => {
    await tx.query(
      `insert into outbox (kind, target_id, payload, created_at)
       select kind, target_id, payload, created_at
         from ${rowsOf('kind text, target_id text, payload jsonb, created_at timestamptz')} as o`,
      [jsonRows(entries)],
    );
    return entries.map(() => null);
  },
  { writes: true },
);

/** The same signal for many. In the lane `bulk` they are sent at a limited rate, behind what just happened to others. */
export async function addSignals(
  tx: Queryable,
  enrollmentIds: readonly string[],
  payload: SignalPayload,
  at: Date,
  lane: Lane = 'now',
): Promise<void> {
  if (enrollmentIds.length === 0) return;
  await tx.query(
    `insert into outbox (kind, target_id, payload, created_at, lane)
     select 'signal_enrollment', id, $2, $3, $4 from unnest($1::text[]) as id`,
    [[...enrollmentIds], JSON.stringify(payload), at, lane],
  );
}

/** Adds a move (the engine's `MoveEvent`) for each of these enrollments. */
export async function addMoves(
  tx: Queryable,
  moves: readonly { readonly enrollment_id: string; readonly event: object }[],
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into outbox (kind, target_id, payload, created_at)
     select 'move_enrollment', id, payload::jsonb, $3 from unnest($1::text[], $2::text[]) as m (id, payload)`,
    [moves.map(({ enrollment_id }) => enrollment_id), moves.map(({ event }) => JSON.stringify(event)), at],
  );
}
