import type { Queryable } from '../../postgres/database.ts';
import { countCampaignActions } from '../../store/campaigns/count-campaign-actions.ts';
import type { CampaignRow } from '../../store/campaigns/read-campaign.ts';
import { countEnrollments } from '../../store/enrollments/count-enrollments.ts';
import { ENROLLMENT_STATUSES } from '../../store/enrollments/enrollment-row.ts';

/** A campaign with where its people are, what was done, and who was not enrolled. */
export async function viewCampaign(db: Queryable, row: CampaignRow) {
  const [counts, open, actions] = await Promise.all([
    countEnrollments(db, { campaign_id: row.id }),
    countEnrollments(db, { campaign_id: row.id, open: true }),
    countCampaignActions(db, row.id),
  ]);
  const byStatus = Object.fromEntries(ENROLLMENT_STATUSES.map((status) => [status, counts.by_status[status] ?? 0]));
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    error: row.error,
    sequence: row.sequence,
    version: row.version,
    // Leads that were handed in are not shown again: there may be thousands.
    source: 'candidates' in row.source ? row.source : null,
    counts: {
      enrolled: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
      ...byStatus,
      outcomes: counts.by_outcome,
      steps: open.by_step,
      actions,
      refused: tally(Object.values(row.refusals)),
    },
    created_at: row.created_at,
  };
}

function tally(codes: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return Object.fromEntries(counts);
}
