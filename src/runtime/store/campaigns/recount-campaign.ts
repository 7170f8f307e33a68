import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { ACTS } from './count-campaign-actions.ts';
import { lockCampaign } from './read-campaign.ts';

/** An amount of a campaign that is not what counting gives. */
export interface Miscounted {
  readonly campaign_id: string;
  readonly what: string;
  readonly name: string;
  /** The amount by which the kept one is too small; negative: too large. */
  readonly missing: number;
}

/** SQL: the amounts of the campaign `$1`, counted row by row, against those that are kept. One statement sees both at one moment. */
const DIFFERENCES = `counted as (
       select 'rows' as what, '' as name, count(*) as amount from campaign_rows where campaign_id = $1
       union all select 'duplicate', '', count(*) from campaign_rows where campaign_id = $1 and status = 'duplicate'
       union all select 'refused', coalesce(code, ''), count(*) from campaign_rows where campaign_id = $1 and status = 'refused' group by 2
       union all select 'enrolled', '', count(*) from enrollments where campaign_id = $1
       union all select 'outcome', coalesce(outcome, 'finished'), count(*) from enrollments where campaign_id = $1 and status = 'finished' group by 2
       union all select 'accepted', '', count(*) from enrollments where campaign_id = $1 and started_at is not null and accepted_at is not null
       union all select 'replied', '', count(*) from enrollments where campaign_id = $1 and replied_at is not null
       union all select 'acted', limit_class, count(distinct e.id) from enrollments e join intents i on i.enrollment_id = e.id
                  where e.campaign_id = $1 and i.state = 'done' and i.limit_class in (${ACTS}) group by 2
     ), kept as (
       select what, name, sum(amount) as amount from campaign_tallies where campaign_id = $1 group by 1, 2
     ), differences as (
       select what, name, coalesce(counted.amount, 0) - coalesce(kept.amount, 0) as missing
         from counted full join kept using (what, name) where coalesce(counted.amount, 0) <> coalesce(kept.amount, 0)
     )`;

/** Finds the numbers of the campaign that differ from what counting gives; nothing is changed. */
export async function findMiscounted(db: Queryable, campaignId: string): Promise<Miscounted[]> {
  const { rows } = await db.query<Miscounted & Record<string, unknown>>(
    `with ${DIFFERENCES} select $1 as campaign_id, what, name, missing::int from differences order by what, name`,
    [campaignId],
  );
  return rows;
}

/**
 * Counts all numbers of the campaign and adds what they lack, so that from then on they are right whatever they were; gives what was wrong. Whoever
 * writes meanwhile adds their own amounts, and is seen with them or without both. Two who recount wait for each other.
 */
export const recountCampaign = (db: Database, campaignId: string): Promise<Miscounted[]> =>
  db.transaction(async (tx) => {
    await lockCampaign(tx, campaignId);
    const { rows } = await tx.query<Miscounted & Record<string, unknown>>(
      `with ${DIFFERENCES}, mended as (
         insert into campaign_tallies (campaign_id, what, name, amount) select $1, what, name, missing from differences
       ), tallied as (
         update campaigns set actions_tallied = true where id = $1 and not actions_tallied
       )
       select $1 as campaign_id, what, name, missing::int from differences order by what, name`,
      [campaignId],
    );
    return rows;
  });

/** Counts one of the campaigns that were there before what was done to their people was kept; true where there was one. */
export async function recountNext(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ id: string }>(
    'select id from campaigns where not actions_tallied order by id limit 1',
  );
  const [next] = rows;
  if (next !== undefined) await recountCampaign(db, next.id);
  return next !== undefined;
}
