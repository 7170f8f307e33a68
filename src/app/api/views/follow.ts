import type { CampaignRow } from '../../../runtime/store/campaigns/read-campaign.ts';
import { type FollowRow, type LookWait, readFollow } from '../../../runtime/store/follows/follow.ts';
import { type LookResult, lookListing, sumLooks } from '../../../runtime/store/follows/look.ts';
import { readPage } from '../../../runtime/store/listing.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

export type LookView = Omit<LookResult, 'campaign_id'>;

export interface FollowView {
  readonly every: FollowRow['every'];
  readonly state: 'looking' | 'waiting' | 'following' | 'ended';
  readonly next_look_at: Date | null;
  /** Why the look that is due has not begun, or not come to its end. */
  readonly waiting_for: { readonly kind: LookWait; readonly text: string } | null;
  readonly ended: { readonly at: Date; readonly because: string } | null;
  readonly looks: number;
  readonly credits: number;
  readonly last_look: LookView | null;
}

/** How the campaign's source is followed; null: it is read once. */
export async function viewFollow(db: Queryable, { id, status }: CampaignRow): Promise<FollowView | null> {
  const follow = await readFollow(db, id);
  if (follow === null) return null;
  const [{ looks, credits }, [last]] = await Promise.all([
    sumLooks(db, id),
    readPage(db, lookListing(id), { limit: 1 }),
  ]);
  const { every, next_look_at, waits_for, waits_because, ended_at, ended_because } = follow;
  const counted = { looks, credits, last_look: last === undefined ? null : viewLook(last) };
  const ended = ended_at && { at: ended_at, because: ended_because ?? '' };
  // A campaign that was stopped looks no more, whatever was due.
  const isOver = ended !== null || status === 'stopped' || status === 'failed';
  if (isOver) return { every, state: 'ended', next_look_at: null, waiting_for: null, ended, ...counted };
  const waiting_for = waits_for && { kind: waits_for, text: waits_because ?? '' };
  const state = waiting_for ? 'waiting' : next_look_at === null ? 'looking' : 'following';
  return { every, state, next_look_at, waiting_for, ended, ...counted };
}

export const viewLook = ({ campaign_id: _, ...look }: LookResult): LookView => look;
