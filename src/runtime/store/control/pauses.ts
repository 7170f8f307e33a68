import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { announce } from '../announcements/announce.ts';
import type { Listing } from '../listing.ts';
import { LOCK_RANKS } from '../lock-ranks.ts';

export type PauseScope = 'all' | 'account' | 'campaign' | 'sequence';

/** A pause or stop of everything, or of what belongs to `target`. */
export interface PauseRow {
  readonly scope: PauseScope;
  /** Empty for all. */
  readonly target: string;
  readonly state: 'paused' | 'stopped';
  readonly note: string | null;
  /** Virtual time. */
  readonly at: Date;
  /** True where a circuit breaker paused it, and not a person; only a person resumes it. */
  readonly by_itself: boolean;
}

/** The pause or stop that holds for one enrollment: `stopped` ends it, `paused` lets no step of it begin. */
export type PausedBy = PauseRow;

export interface PauseQuestion {
  readonly enrollment_id: string;
  /** All its senders. */
  readonly account_ids: readonly string[];
  readonly campaign_id: string | null;
  readonly sequence: string;
}

/**
 * The pause above this enrollment, or null. Exact: a pause whose transaction has been committed is always seen, and one that
 * is being written waits until this transaction has ended. Take it before row locks.
 */
export const readPauses = setwise(readAllPauses, { rank: LOCK_RANKS.holds });

async function readAllPauses(tx: Queryable, questions: readonly PauseQuestion[]): Promise<(PausedBy | null)[]> {
  const { rows } = await tx.query<PausedBy & { place: number } & Record<string, unknown>>(
    `select asked.place, held.*
       from ${rowsOf('place int, enrollment_id text, account_ids text[], campaign_id text, sequence text')} as asked
      cross join lateral read_hold(asked.enrollment_id, asked.account_ids, asked.campaign_id, asked.sequence) as held`,
    [jsonRows(questions.map((question, place) => ({ place, ...question })))],
  );
  const found = new Map(rows.map(({ place, ...held }) => [place, held]));
  return questions.map((_, place) => found.get(place) ?? null);
}

/** Until the transaction ends no step reads the pauses, and all transactions that have read them are over. Taken before row locks. */
export async function lockPauses(tx: Queryable): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(4400, 16)', []);
}

export async function findPause(db: Queryable, scope: PauseScope, target: string): Promise<PauseRow | null> {
  const { rows } = await db.query<PauseRow & Record<string, unknown>>(
    'select scope, target, state, note, at, by_itself from holds where scope = $1 and target = $2',
    [scope, target],
  );
  return rows[0] ?? null;
}

export async function listPauses(db: Queryable): Promise<PauseRow[]> {
  const { rows } = await db.query<PauseRow & Record<string, unknown>>(
    'select scope, target, state, note, at, by_itself from holds order by scope, target',
  );
  return rows;
}

export const pauseListing: Listing<PauseRow> = {
  ...{ columns: 'scope, target, state, note, at, by_itself', tables: 'holds', where: 'true', values: [] },
  orders: {
    scope: [
      { sql: 'scope', of: ({ scope }) => scope, kind: 'text' },
      { sql: 'target', of: ({ target }) => target, kind: 'text' },
    ],
  },
  usual: 'scope',
};

/** Under `lockPauses`. Webhooks are told of those of a campaign or an account. */
export async function savePause(tx: Queryable, pause: PauseRow): Promise<void> {
  await tx.query(
    `insert into holds (scope, target, state, note, at, by_itself) values ($1, $2, $3, $4, $5, $6)
     on conflict (scope, target) do update set state = excluded.state, note = excluded.note, at = excluded.at, by_itself = excluded.by_itself`,
    [pause.scope, pause.target, pause.state, pause.note, pause.at, pause.by_itself],
  );
  const { scope, target, state, note, at, by_itself } = pause;
  const detail = { state, reason: note, by_itself };
  if (scope === 'campaign') await announce(tx, { type: 'campaign.paused', at, campaign_id: target, detail });
  if (scope === 'account') await announce(tx, { type: 'account.paused', at, account_id: target, detail });
}

/** Under `lockPauses`. */
export async function deletePause(tx: Queryable, scope: PauseScope, target: string): Promise<void> {
  await tx.query('delete from holds where scope = $1 and target = $2', [scope, target]);
}

/** `the campaign cmp_1: budget review`. */
export function describePause({ state, scope, target, note, by_itself }: Omit<PauseRow, 'at'>): string {
  const what = scope === 'all' ? 'everything' : `the ${scope} ${target}`;
  if (by_itself) return `Paused with ${what}, which paused itself: ${note}`;
  return `${state === 'stopped' ? 'Stopped' : 'Paused'} with ${what} by a person${note ? `: ${note}` : ''}`;
}
