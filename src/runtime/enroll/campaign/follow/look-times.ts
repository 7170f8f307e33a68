import { DAY } from '../../../../shared/kit/duration.ts';
import type { Queryable } from '../../../../shared/postgres/database.ts';

/** So many looks after one another: one of them reads the source as a whole. */
const WHOLE_EVERY = 7;

/**
 * Whether a look reads everybody in the source. The first does; a search is in no order of time, so each does; of a job's candidates one a
 * week does: whoever is rated otherwise or taken back from the rejected is not at the top.
 */
export const isWhole = (number: number, source: object): boolean =>
  !('candidates' in source) || (number - 1) % WHOLE_EVERY === 0;

/** A day after the last one was due; a look that came late moves none of those after it, unless it came later than the next one. */
export async function planNextLook(
  tx: Queryable,
  campaignId: string,
  look: { readonly begun_at: Date; readonly now: number },
): Promise<void> {
  const next = look.begun_at.getTime() + DAY;
  await tx.query(
    `update campaign_follows
        set next_look_at = $2, wall_try_at = null, waits_for = null, waits_because = null, failures = 0
      where campaign_id = $1 and ended_at is null`,
    [campaignId, new Date(next > look.now ? next : look.now + DAY)],
  );
}
