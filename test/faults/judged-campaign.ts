import { recountCampaign } from '../../src/runtime/store/campaigns/recount-campaign.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import type { System } from './system/system.ts';

/** The campaign of all people of the load, whose results and kept numbers are judged in the end. */
export const JUDGED = 'cmp_judged';

/**
 * Makes the people of the load a campaign, whose numbers are counted once, as those of a campaign from before they were kept. All that happens from then on is
 * counted as it happens.
 */
export async function becomeCampaign({ postgres }: System, enrollments: readonly string[]): Promise<void> {
  const db = openDatabase(postgres().url('overture'), { max: 1 });
  try {
    await db.transaction(async (tx) => {
      await tx.query(
        `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at, actions_tallied)
         select $1, $1, sequence, version, '{}', $1, 'running', now(), false from enrollments where id = any ($2) order by id limit 1`,
        [JUDGED, enrollments],
      );
      // In the order in which all lock them, for the walks are under way.
      await tx.query(
        `with own as (select id from enrollments where id = any ($2) order by id for no key update)
         update enrollments set campaign_id = $1 where id in (select id from own)`,
        [JUDGED, enrollments],
      );
    });
    await recountCampaign(db, JUDGED);
  } finally {
    await db.close();
  }
}
