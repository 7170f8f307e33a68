import { own } from '../../../shared/kit/own.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { CampaignRow } from './read-campaign.ts';

export interface CampaignActions {
  readonly visited: number;
  readonly invited: number;
  readonly accepted: number;
  readonly messaged: number;
  readonly inmailed: number;
  readonly emailed: number;
  readonly replied: number;
}

/** The number that people are counted in to whom a call of the class was made. */
const ACTED = {
  ...{ visit: 'visited', invite: 'invited', message: 'messaged', inmail: 'inmailed', email: 'emailed' },
} as const satisfies Readonly<Record<string, keyof CampaignActions>>;

/** SQL: the limit classes of actions that are counted. */
export const ACTS = Object.keys(ACTED)
  .map((name) => `'${name}'`)
  .join(', ');

export const NO_ACTIONS: CampaignActions = {
  ...{ visited: 0, invited: 0, accepted: 0, messaged: 0, inmailed: 0, emailed: 0, replied: 0 },
};

interface Amount {
  readonly what: string;
  readonly name: string;
  readonly amount: number;
}

/** How many people of the campaign each thing happened to: the funnel. What each means is in docs/counts.md. */
export async function countCampaignActions(
  db: Queryable,
  { id, actions_tallied }: Pick<CampaignRow, 'id' | 'actions_tallied'>,
): Promise<CampaignActions> {
  const actions: Record<keyof CampaignActions, number> = { ...NO_ACTIONS };
  for (const { what, name, amount } of actions_tallied ? await readTallied(db, id) : await countAll(db, id)) {
    const acted = own(ACTED, name);
    if (what === 'acted' && acted !== undefined) actions[acted] = amount;
    else if (what === 'accepted' || what === 'replied') actions[what] = amount;
  }
  return actions;
}

/** Reads the actions that were counted as they happened. */
async function readTallied(db: Queryable, campaignId: string): Promise<Amount[]> {
  const { rows } = await db.query<Amount & Record<string, unknown>>(
    `select what, name, sum(amount)::int as amount from campaign_tallies
      where campaign_id = $1 and what in ('acted', 'accepted', 'replied') group by 1, 2`,
    [campaignId],
  );
  return rows;
}

/**
 * Call by call, of a campaign that was there before they were counted as they happened. Who began and what was done to them comes from two indexes in the same
 * order, so that 200,000 people are counted in a fifth of a second.
 */
async function countAll(db: Queryable, campaignId: string): Promise<Amount[]> {
  const { rows } = await db.query<Amount & Record<string, unknown>>(
    `select 'acted' as what, limit_class as name, count(*)::int as amount
       from (select i.enrollment_id, i.limit_class from enrollments e join intents i on i.enrollment_id = e.id
              where e.campaign_id = $1 and e.started_at is not null and i.state = 'done' group by 1, 2) as once
      group by 2
     union all select 'accepted', '', count(accepted_at)::int from enrollments where campaign_id = $1 and started_at is not null
     union all select 'replied', '', count(*)::int from enrollments where campaign_id = $1 and replied_at is not null`,
    [campaignId],
  );
  return rows;
}
