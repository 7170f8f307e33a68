import type { Queryable } from '../../../shared/postgres/database.ts';

/**
 * Campaigns in which everybody has ended, by what was counted as it happened; each is announced once. One that imports again is at work again.
 */
export async function finishCampaigns(db: Queryable, at: Date): Promise<void> {
  await db.query(
    `with reopened as (
       update campaigns set finished_at = null where finished_at is not null and status = 'importing'
     ), counted as (
       select c.id, coalesce(sum(t.amount) filter (where t.what = 'enrolled'), 0)::int as enrolled,
              coalesce(sum(t.amount) filter (where t.what = 'outcome'), 0)::int as ended
         from campaigns c left join campaign_tallies t on t.campaign_id = c.id
        where c.finished_at is null and c.status in ('running', 'stopped')
          and not exists (select from campaign_follows f where f.campaign_id = c.id and f.ended_at is null and c.status = 'running')
        group by c.id
     ), finished as (
       update campaigns c set finished_at = $1 from counted
        where counted.id = c.id and counted.enrolled = counted.ended and c.finished_at is null and c.status in ('running', 'stopped')
       returning c.id, counted.enrolled
     )
     insert into announcements (type, at, campaign_id, detail)
     select 'campaign.finished', $1, id, jsonb_build_object('enrolled', enrolled) from finished`,
    [at],
  );
}
