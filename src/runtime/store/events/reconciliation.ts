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
  /** How often it was asked for, and so grew. */
  readonly asked: number;
  /** Conversations whose newest message is not later have been read. */
  readonly read_until: Date | null;
}

const COLUMNS =
  'id, account_id, reason, depth, since, state, due_at, requested_at, done_at, found, credits, note, asked, read_until';

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

export interface SearchResult {
  readonly found: number;
  readonly credits: number;
  readonly note: string;
  readonly at: Date;
}

/** Completes a request; false when another process has, or it has grown since it was read. */
export async function completeReconciliation(
  db: Queryable,
  { id, asked }: Pick<ReconciliationRow, 'id' | 'asked'>,
  { found, credits, note, at }: SearchResult,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update reconciliations set state = 'done', found = found + $3, credits = credits + $4, note = $5, done_at = $6
      where id = $1 and asked = $2 and state = 'pending'`,
    [id, asked, found, credits, note, at],
  );
  return rowCount === 1;
}

/** Postpones a search. Its findings so far stay; it continues at `due_at`, behind the conversations that it has read. */
export async function postponeReconciliation(
  db: Queryable,
  id: string,
  { found, credits, note }: Omit<SearchResult, 'at'>,
  next: { readonly due_at: Date; readonly read_until: Date | null },
): Promise<void> {
  await db.query(
    `update reconciliations set found = found + $2, credits = credits + $3, note = $4, due_at = $5, read_until = $6
      where id = $1 and state = 'pending'`,
    [id, found, credits, note, next.due_at, next.read_until],
  );
}
