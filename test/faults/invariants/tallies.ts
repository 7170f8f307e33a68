import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeMiscounted } from '../../../src/app/main/recount.ts';
import { listCampaignIds } from '../../../src/runtime/store/campaigns/list-campaigns.ts';
import { findMiscounted, type Miscounted } from '../../../src/runtime/store/campaigns/recount-campaign.ts';
import { JUDGED } from '../judged-campaign.ts';
import type { System } from '../system/system.ts';
import { type Check, finding, rowsOf } from './finding.ts';

const TALLIES_FILE = 'faults-tallies.json';

interface Noted {
  readonly campaigns: number;
  readonly miscounted: readonly Miscounted[];
  /** The calls, reactions and ends that the campaign of the load has kept count of. */
  readonly kept: Readonly<Record<string, number>>;
}

/** Counts the numbers of all campaigns anew, as `overture doctor` does, and keeps what differs, before others become people of them. */
export async function noteTallies({ engine_db: db, home }: System): Promise<void> {
  const ids = await listCampaignIds(db, { tallied: true });
  const miscounted: Miscounted[] = [];
  for (const id of ids) miscounted.push(...(await findMiscounted(db, id)));
  const rows = await rowsOf<{ what: string; amount: number }>(
    db,
    `select what, sum(amount)::int as amount from campaign_tallies
      where campaign_id = $1 and what in ('acted', 'accepted', 'replied', 'outcome') group by 1 order by 1`,
    [JUDGED],
  );
  const kept = Object.fromEntries(rows.map(({ what, amount }) => [what, amount]));
  writeFileSync(home.path(TALLIES_FILE), JSON.stringify({ campaigns: ids.length, miscounted, kept } satisfies Noted));
}

/** Judges the numbers of campaigns, which are kept as things happen: each is what counting gives. */
export const talliesAgree: Check = async ({ home }) => {
  // Written by `noteTallies`.
  const noted = JSON.parse(readFileSync(join(home, TALLIES_FILE), 'utf8')) as Noted;
  const { acted = 0, outcome = 0 } = noted.kept;
  const exceptions = noted.miscounted.map(describeMiscounted);
  // Where nothing was kept, nothing was judged.
  if (acted === 0 || outcome === 0) exceptions.push(`of ${JUDGED} ${acted} calls and ${outcome} ends were kept`);
  return finding(
    'I14',
    'the numbers of campaigns that are kept as things happen are what counting gives',
    { campaigns: noted.campaigns, ...noted.kept },
    exceptions,
  );
};
