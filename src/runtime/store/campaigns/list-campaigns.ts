import { byId, type Listing } from '../listing.ts';
import type { CampaignRow } from './read-campaign.ts';

export interface CampaignFilter {
  /** As it is shown: `paused` by whoever pauses it. */
  readonly status?: CampaignRow['status'] | undefined;
  readonly sequence?: string | undefined;
  /** An account that its people are contacted from, or would be. */
  readonly account_id?: string | undefined;
  /** Part of its name, in whichever case. */
  readonly q?: string | undefined;
}

const IS_PAUSED = `exists (select from holds h where h.scope = 'campaign' and h.target = campaigns.id and h.state = 'paused')`;

/** The pools of its sequence say who sends; only where none is named for the account's channel, those who entered are looked at. */
const USES = (place: string): string => `(
  ${place} in (source #>> '{candidates,account_id}', source #>> '{search,account_id}')
  or exists (select from sequence_versions v join plans p on p.digest = v.digest, accounts a
              where v.sequence = campaigns.sequence and v.version = campaigns.version and a.id = ${place}
                and case when p.plan -> 'senders' -> a.platform is null
                         then exists (select from enrollments e
                                       where e.campaign_id = campaigns.id and e.senders ->> a.platform = ${place})
                         else p.plan -> 'senders' -> a.platform ? ${place} end))`;

const WITH_STATUS: Readonly<Record<CampaignRow['status'], (place: string) => string>> = {
  importing: (place) => `(status = ${place} and not ${IS_PAUSED})`,
  running: (place) => `(status = ${place} and not ${IS_PAUSED})`,
  stopped: (place) => `(status = ${place} and not ${IS_PAUSED})`,
  paused: (place) => `(status = ${place} or (status <> 'failed' and ${IS_PAUSED}))`,
  failed: (place) => `status = ${place}`,
};

/** Those that fit the filter. */
export function campaignListing(filter: CampaignFilter): Listing<CampaignRow> {
  const { status, sequence, account_id, q } = filter;
  const where = ['true'];
  const values: string[] = [];
  const add = (value: string | undefined, condition: (place: string) => string) => {
    if (value !== undefined) where.push(condition(`$${values.push(value)}`));
  };
  if (status !== undefined) add(status, WITH_STATUS[status]);
  add(sequence, (place) => `sequence = ${place}`);
  add(account_id, USES);
  add(q, (place) => `strpos(lower(name), lower(${place})) > 0`);
  return {
    ...{ columns: '*', tables: 'campaigns', where: where.join(' and '), values },
    orders: {
      created_at: byId(),
      name: [{ sql: 'name', of: ({ name }) => name, kind: 'text' }, ...byId<CampaignRow>()],
    },
    usual: '-created_at',
  };
}
