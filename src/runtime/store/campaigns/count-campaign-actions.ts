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

/** How many people of the campaign each thing happened to: the funnel. What each means is in docs/counts.md. */
export async function countCampaignActions(db: Queryable, campaignId: string): Promise<CampaignActions> {
  const { rows } = await db.query<CampaignActions & Record<string, unknown>>(
    `with mine as (select id, accepted_at from enrollments
                    where campaign_id = $1 and started_at is not null),
          done as (select distinct i.enrollment_id, i.limit_class from intents i join mine on mine.id = i.enrollment_id
                    where i.state = 'done')
     select (select count(*)::int from done where limit_class = 'visit') as visited,
            (select count(*)::int from done where limit_class = 'invite') as invited,
            (select count(*)::int from mine where accepted_at is not null) as accepted,
            (select count(*)::int from done where limit_class = 'message') as messaged,
            (select count(*)::int from done where limit_class = 'inmail') as inmailed,
            (select count(*)::int from done where limit_class = 'email') as emailed,
            (select count(*)::int from enrollments where campaign_id = $1 and replied_at is not null) as replied`,
    [campaignId],
  );
  return rows[0] ?? { visited: 0, invited: 0, accepted: 0, messaged: 0, inmailed: 0, emailed: 0, replied: 0 };
}
