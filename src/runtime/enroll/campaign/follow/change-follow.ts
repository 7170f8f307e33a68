import type { Queryable } from '../../../../shared/postgres/database.ts';
import { lockCampaign } from '../../../store/campaigns/read-campaign.ts';
import { endFollow, type FollowInterval, readFollow, saveFollow } from '../../../store/follows/follow.ts';

export type FollowChange = 'changed' | 'stopped' | 'not_followable';

/** Sets how often the campaign's source is looked at from now on; null: no longer. A look that is under way comes to its end. */
export async function changeFollow(
  tx: Queryable,
  id: string,
  every: FollowInterval | null,
  { at, dry_run = false }: { readonly at: Date; readonly dry_run?: boolean },
): Promise<FollowChange> {
  const campaign = await lockCampaign(tx, id);
  if (campaign === null || campaign.status === 'stopped') return 'stopped';
  if (!('candidates' in campaign.source || 'search' in campaign.source)) return 'not_followable';
  if (dry_run) return 'changed';
  if (every === null) await endFollow(tx, id, 'It was ended by a person.', at);
  else {
    const follow = await readFollow(tx, id);
    // Asked again, nothing changes.
    if (follow === null || follow.ended_at !== null) await saveFollow(tx, { campaign_id: id, every, next_look_at: at });
  }
  return 'changed';
}
