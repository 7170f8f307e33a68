import type { Queryable } from '../../../shared/postgres/database.ts';

export interface CampaignActions {
  readonly visited: number;
  readonly invited: number;
  readonly accepted: number;
  readonly messaged: number;
  readonly inmailed: number;
  readonly emailed: number;
  readonly replied: number;
}

export const NO_ACTIONS: CampaignActions = {
  ...{ visited: 0, invited: 0, accepted: 0, messaged: 0, inmailed: 0, emailed: 0, replied: 0 },
};

/**
 * How many people of the campaign each thing happened to: the funnel. What each means is in docs/counts.md. Who began and what was done to them comes from two
 * indexes in the same order, so that 200,000 people are counted in a fifth of a second.
 */
export async function countCampaignActions(db: Queryable, campaignId: string): Promise<CampaignActions> {
  const { rows } = await db.query<CampaignActions & Record<string, unknown>>(
    `with done as materialized (
       select limit_class, count(*)::int as people
         from (select i.enrollment_id, i.limit_class from enrollments e join intents i on i.enrollment_id = e.id
                where e.campaign_id = $1 and e.started_at is not null and i.state = 'done' group by 1, 2) as once
        group by 1)
     select coalesce((select people from done where limit_class = 'visit'), 0) as visited,
            coalesce((select people from done where limit_class = 'invite'), 0) as invited,
            (select count(accepted_at)::int from enrollments where campaign_id = $1 and started_at is not null) as accepted,
            coalesce((select people from done where limit_class = 'message'), 0) as messaged,
            coalesce((select people from done where limit_class = 'inmail'), 0) as inmailed,
            coalesce((select people from done where limit_class = 'email'), 0) as emailed,
            (select count(*)::int from enrollments where campaign_id = $1 and replied_at is not null) as replied`,
    [campaignId],
  );
  return rows[0] ?? NO_ACTIONS;
}
