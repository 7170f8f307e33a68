import type { Queryable } from '../../../shared/postgres/database.ts';

export const FOLLOW_INTERVALS = ['daily'] as const;
export type FollowInterval = (typeof FOLLOW_INTERVALS)[number];
export type LookWait = 'pause' | 'account' | 'credits' | 'rate_limit' | 'failure';

/** A campaign whose source is looked at again. */
export interface FollowRow {
  readonly campaign_id: string;
  readonly every: FollowInterval;
  /** Virtual time; null: a look is under way, or it has ended. */
  readonly next_look_at: Date | null;
  /** Wall time: no look before it. */
  readonly wall_try_at: Date | null;
  /** Why a look that is due has not begun, or not come to its end. */
  readonly waits_for: LookWait | null;
  readonly waits_because: string | null;
  /** Looks in a row that failed. */
  readonly failures: number;
  readonly ended_at: Date | null;
  readonly ended_because: string | null;
}

export async function readFollow(db: Queryable, campaignId: string): Promise<FollowRow | null> {
  const { rows } = await db.query<FollowRow & Record<string, unknown>>(
    'select * from campaign_follows where campaign_id = $1',
    [campaignId],
  );
  return rows[0] ?? null;
}

/** Begins to follow, or goes on where it had ended; `next_look_at` null: its first look is the campaign's import. */
export async function saveFollow(
  tx: Queryable,
  follow: Pick<FollowRow, 'campaign_id' | 'every' | 'next_look_at'>,
): Promise<void> {
  await tx.query(
    `insert into campaign_follows (campaign_id, every, next_look_at) values ($1, $2, $3)
     on conflict (campaign_id) do update
        set every = excluded.every, next_look_at = excluded.next_look_at, ended_at = null, ended_because = null`,
    [follow.campaign_id, follow.every, follow.next_look_at],
  );
}

export async function endFollow(tx: Queryable, campaignId: string, because: string, at: Date): Promise<void> {
  await tx.query(
    `update campaign_follows set next_look_at = null, waits_for = null, waits_because = null, wall_try_at = null,
            ended_at = $3, ended_because = $2 where campaign_id = $1 and ended_at is null`,
    [campaignId, because, at],
  );
}

/** The look that is due cannot be had now: it says why, and when it is tried again. */
export async function makeFollowWait(
  tx: Queryable,
  campaignId: string,
  wait: Pick<FollowRow, 'next_look_at' | 'wall_try_at' | 'failures'> & {
    readonly waits_for: LookWait;
    readonly waits_because: string;
  },
): Promise<void> {
  await tx.query(
    `update campaign_follows set next_look_at = $2, wall_try_at = $3, waits_for = $4, waits_because = $5, failures = $6
      where campaign_id = $1 and ended_at is null`,
    [campaignId, wait.next_look_at, wait.wall_try_at, wait.waits_for, wait.waits_because, wait.failures],
  );
}

/** A look is under way: it says itself when the next one is due. */
export async function noteLookBegun(tx: Queryable, campaignId: string): Promise<void> {
  await tx.query(
    `update campaign_follows set next_look_at = null, wall_try_at = null, waits_for = null, waits_because = null
      where campaign_id = $1`,
    [campaignId],
  );
}

/** Due by `now`, virtual time, and not told to wait by the service. */
export async function listDueFollows(db: Queryable, now: Date): Promise<FollowRow[]> {
  const { rows } = await db.query<FollowRow & Record<string, unknown>>(
    `select f.* from campaign_follows f join campaigns c on c.id = f.campaign_id
      where f.next_look_at <= $1 and (f.wall_try_at is null or f.wall_try_at <= now()) and c.status = 'running'
      order by f.next_look_at, f.campaign_id limit 100`,
    [now],
  );
  return rows;
}
