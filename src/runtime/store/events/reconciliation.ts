import type { Queryable } from '../../../shared/postgres/database.ts';
import { byId, equal, type Listing } from '../listing.ts';

export interface ReconciliationRow {
  readonly id: string;
  readonly account_id: string;
  readonly reason: string;
  readonly depth: 'free' | 'full';
  readonly since: Date | null;
  readonly state: 'pending' | 'done' | 'failed';
  readonly due_at: Date;
  readonly requested_at: Date;
  readonly done_at: Date | null;
  /** Events that no delivery had brought. */
  readonly found: number;
  readonly credits: number;
  readonly note: string | null;
}

const COLUMNS = 'id, account_id, reason, depth, since, state, due_at, requested_at, done_at, found, credits, note';

export const reconciliationListing = (filter: {
  readonly account_id?: string | undefined;
}): Listing<ReconciliationRow> => ({
  ...{ columns: COLUMNS, tables: 'reconciliations', ...equal(filter) },
  orders: { requested_at: byId() },
  usual: '-requested_at',
});

export async function readReconciliation(db: Queryable, id: string): Promise<ReconciliationRow | null> {
  const { rows } = await db.query<ReconciliationRow & Record<string, unknown>>(
    `select ${COLUMNS} from reconciliations where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export async function listDueReconciliations(db: Queryable, now: Date): Promise<ReconciliationRow[]> {
  const { rows } = await db.query<ReconciliationRow & Record<string, unknown>>(
    `select ${COLUMNS} from reconciliations where state = 'pending' and due_at <= $1 order by due_at, id`,
    [now],
  );
  return rows;
}

/** Completes a request; false when another process has. */
export async function completeReconciliation(
  db: Queryable,
  settled: {
    readonly id: string;
    readonly state: 'done' | 'failed';
    readonly found: number;
    readonly credits: number;
    readonly note: string;
    readonly at: Date;
  },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update reconciliations set state = $2, found = $3, credits = $4, note = $5, done_at = $6
      where id = $1 and state = 'pending'`,
    [settled.id, settled.state, settled.found, settled.credits, settled.note, settled.at],
  );
  return rowCount === 1;
}
