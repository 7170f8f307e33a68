import type { Queryable } from '../../../shared/postgres/database.ts';
import { byId, type Listing } from '../listing.ts';
import type { CampaignRow, ShownCampaignStatus } from './read-campaign.ts';

export interface CampaignFilter {
  readonly status?: ShownCampaignStatus | undefined;
  readonly sequence?: string | undefined;
  /** An account that its people are contacted from, or would be. */
  readonly account_id?: string | undefined;
  /** Part of its name, in whichever case. */
  readonly q?: string | undefined;
}

const IS_PAUSED = `exists (select from holds h where h.scope = 'campaign' and h.target = campaigns.id and h.state = 'paused')`;

/**
 * The condition that a campaign is shown as finished, by the counts that were kept as things happened: everybody has come and has ended, and nobody
 * is looked for any more.
 */
const HAS_FINISHED = `(not exists (select from campaign_follows f where f.campaign_id = campaigns.id and f.ended_at is null)
  and (select coalesce(sum(case what when 'enrolled' then amount when 'outcome' then -amount end), 0) = 0
          and coalesce(sum(case what when 'rows' then amount when 'outcome' then 0 else -amount end), 0) <= 0
         from campaign_tallies t
        where t.campaign_id = campaigns.id and t.what in ('rows', 'enrolled', 'duplicate', 'refused', 'outcome')))`;

/**
 * The condition that a campaign sends from an account: its own senders, else the pools of its sequence, say so. Only where none is named for the
 * account's channel, those who entered are looked at.
 */
const USES = (place: string): string => `(
  ${place} in (source #>> '{candidates,account_id}', source #>> '{search,account_id}')
  or exists (select from sequence_versions v join plans p on p.digest = v.digest, accounts a
              where v.sequence = campaigns.sequence and v.version = campaigns.version and a.id = ${place}
                and case when campaigns.senders -> a.platform is not null then campaigns.senders -> a.platform ? ${place}
                         when p.plan -> 'senders' -> a.platform is null
                         then exists (select from enrollments e
                                       where e.campaign_id = campaigns.id and e.senders ->> a.platform = ${place})
                         else p.plan -> 'senders' -> a.platform ? ${place} end))`;

const WITH_STATUS: Readonly<Record<ShownCampaignStatus, (place: string) => string>> = {
  importing: (place) => `(status = ${place} and not ${IS_PAUSED})`,
  running: (place) => `(status = ${place} and not ${IS_PAUSED} and not ${HAS_FINISHED})`,
  finished: (place) => `(${place} = 'finished' and status = 'running' and not ${IS_PAUSED} and ${HAS_FINISHED})`,
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

/** `tallied`: without those whose actions have yet to be counted once. */
export async function listCampaignIds(db: Queryable, { tallied }: { readonly tallied: boolean }): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from campaigns where actions_tallied or not $1 order by id',
    [tallied],
  );
  return rows.map(({ id }) => id);
}
