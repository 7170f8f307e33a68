import type { Queryable } from '../../../shared/postgres/database.ts';
import { type AccountRow, NOBODY_LISTENS } from './account.ts';

/** Marks an account as behind. From the commit on nothing is sent from it. */
export async function markBehind(
  db: Queryable,
  account: { readonly id: string; readonly calls: number; readonly at: Date },
): Promise<void> {
  await db.query(
    `update accounts set behind_since = coalesce(behind_since, $2), behind_calls = $3, wall_behind_since = coalesce(wall_behind_since, clock_timestamp())
      where id = $1`,
    [account.id, account.at, account.calls],
  );
}

/** A workflow is ahead of its row, so others may be as well, of whichever account. Those that are behind already stay as they are. Returns the others. */
export async function markAllBehind(tx: Queryable, at: Date): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update accounts set behind_since = $1, behind_calls = 0, wall_behind_since = clock_timestamp()
      where id in (select id from accounts where behind_since is null order by id for no key update) returning id`,
    [at],
  );
  return rows.map(({ id }) => id);
}

/** Ends the state of an account that was behind, because what a backup had forgotten has been read back. The caller wakes those that waited. */
export async function endBehind(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    'update accounts set behind_since = null, behind_calls = null, wall_behind_since = null where id = $1',
    [id],
  );
}

/** Whether a walk that sends from the account has not been looked at since it is behind: how it ended may be known to Temporal alone. */
export async function hasUnseenWalks(tx: Queryable, id: string): Promise<boolean> {
  const { rows } = await tx.query(
    `select from accounts a join enrollments e on a.id in (e.senders ->> 'professional', e.senders ->> 'messenger', e.senders ->> 'email')
      where a.id = $1 and e.status <> 'finished' and e.started_at is not null and e.wall_looked_at < a.wall_behind_since limit 1`,
    [id],
  );
  return rows.length > 0;
}

/** Accounts of which calls were forgotten. */
export async function listForgotten(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select id from accounts where behind_since is not null order by id');
  return rows.map(({ id }) => id);
}

/** When the ledger last knew of a call of the account; null: of none. */
export async function readLastCall(db: Queryable, id: string): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    'select max(created_at) as at from intents where account_id = $1',
    [id],
  );
  return rows[0]?.at ?? null;
}

export type Behind = Pick<
  AccountRow,
  | 'id'
  | 'name'
  | 'behind_since'
  | 'behind_calls'
  | 'gap_since'
  | 'gap_reason'
  | 'gap_waits'
  | 'heard_until'
  | 'without_listener'
>;

const COLUMNS = `id, name, behind_since, behind_calls, gap_since, gap_reason, gap_waits, heard_until, ${NOBODY_LISTENS} as without_listener`;

/** Accounts from which nothing is sent until what happened there has been read back. */
export async function readBehind(db: Queryable): Promise<Behind[]> {
  const { rows } = await db.query<Behind & Record<string, unknown>>(
    `select ${COLUMNS} from accounts
      where behind_since is not null or gap_since is not null or ${NOBODY_LISTENS} order by id`,
  );
  return rows;
}

/**
 * SQL: those of the accounts `ids` whose events may be missing, or to which nobody listens: whoever is written to from one may have answered
 * there.
 */
export const gapsOf = (ids: string): string =>
  `select ${COLUMNS} from accounts where (gap_since is not null or ${NOBODY_LISTENS}) and id = any(${ids})`;

/** Why nothing is sent from it until what happened there has been read back, and what ends that. Null: nothing is to be read back. */
export function describeBehind(account: Omit<Behind, 'id'>): string | null {
  const reasons = [describeForgotten(account), describeGap(account), describeNoListener(account)].filter(
    (reason) => reason !== null,
  );
  return reasons.length === 0 ? null : reasons.join('; ');
}

/** The time since which an account is behind; null: it is not. */
export function behindSince(
  account: Pick<Behind, 'behind_since' | 'gap_since' | 'heard_until' | 'without_listener'>,
): Date | null {
  const { behind_since, gap_since, heard_until, without_listener } = account;
  const all = [behind_since, gap_since, without_listener ? heard_until : null].flatMap(
    (since) => since?.getTime() ?? [],
  );
  return all.length === 0 ? null : new Date(Math.min(...all));
}

const describeForgotten = ({ name, behind_since, behind_calls }: Omit<Behind, 'id'>): string | null =>
  behind_since === null
    ? null
    : behind_calls === 0
      ? 'Temporal knows of ends that are not written here, as after a backup was put back; it is asked for every walk'
      : `the log of the V2 service has ${behind_calls} or more calls of ${name} that are not written here, as after a backup was put back; they are being read back`;

function describeGap({ name, gap_since, gap_reason, gap_waits }: Omit<Behind, 'id'>): string | null {
  if (gap_since === null) return null;
  const missing = `events of ${name} may be missing since ${gap_since.toISOString()} (${gap_reason ?? 'for an unknown reason'})`;
  return gap_waits === null
    ? `${missing}; its inbox is being searched for answers, and then it goes on by itself`
    : `${missing}; before anything else is sent from it, its inbox has to be searched for answers, but ${gap_waits}`;
}

const describeNoListener = ({ name, heard_until, without_listener }: Omit<Behind, 'id'>): string | null =>
  without_listener
    ? `nobody listens to what comes back to ${name} since ${heard_until?.toISOString() ?? 'an unknown time'}: the API role (overture api) does, with the V2 service; as soon as both run, it goes on by itself`
    : null;
