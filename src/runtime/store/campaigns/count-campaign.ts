import type { Queryable } from '../../../shared/postgres/database.ts';
import { listPauses } from '../control/pauses.ts';
import { type EnrollmentStatus, SHOWN_STATUS } from '../enrollments/enrollment-row.ts';
import { stepName } from '../enrollments/step-name.ts';

export interface CampaignCounts {
  /** Rows of its source that were read. */
  readonly rows: number;
  readonly pending: number;
  readonly enrolled: number;
  readonly by_status: Readonly<Record<EnrollmentStatus, number>>;
  readonly outcomes: Readonly<Record<string, number>>;
  /** Enrollments under way, by step; steps of another sequence in which somebody went on are named `sequence/node`. */
  readonly steps: Readonly<Record<string, number>>;
  readonly duplicates: number;
  readonly refused: Readonly<Record<string, number>>;
}

/** The counts of a campaign without rows. */
export const NOBODY: CampaignCounts = {
  ...{ rows: 0, pending: 0, enrolled: 0, duplicates: 0, outcomes: {}, steps: {}, refused: {} },
  by_status: { queued: 0, active: 0, paused: 0, needs_person: 0, finished: 0 },
};

/**
 * Counts by the amounts that are kept, and by the enrollments that are under way. Only while something is paused above somebody are their rows looked at, and
 * those who only wait to begin; else the index that they are in says it all.
 */
export async function countCampaign(db: Queryable, campaignId: string): Promise<CampaignCounts> {
  const hasPause = (await listPauses(db)).some(({ state }) => state === 'paused');
  const waiting = hasPause ? '' : ` and (e.started_at is not null or e.status <> 'queued')`;
  const status = hasPause ? SHOWN_STATUS : 'e.status';
  const [tallies, underWay] = await Promise.all([
    db.query<{ what: string; name: string; amount: number }>(
      `select what, name, sum(amount)::int as amount from campaign_tallies where campaign_id = $1
        group by 1, 2 having sum(amount) <> 0 order by 1, 2`,
      [campaignId],
    ),
    db.query<{ status: EnrollmentStatus; own: string; sequence: string; node: string | null; count: number }>(
      `select ${status} as status, c.sequence as own, e.sequence, e.node, count(*)::int as count
         from enrollments e join campaigns c on c.id = e.campaign_id
        where e.campaign_id = $1 and e.status <> 'finished'${waiting}
        group by 1, 2, 3, 4 order by 1, 3, 4`,
      [campaignId],
    ),
  ]);
  const named = (what: string): Record<string, number> =>
    Object.fromEntries(tallies.rows.flatMap((row) => (row.what === what ? [[row.name, row.amount]] : [])));
  const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);
  const of = (status: EnrollmentStatus): number =>
    sum(underWay.rows.flatMap((row) => (row.status === status ? [row.count] : [])));
  const steps = new Map<string, number>();
  for (const { own, sequence, node, count } of underWay.rows) {
    const name = node === null ? null : stepName(own, sequence, node);
    if (name !== null) steps.set(name, (steps.get(name) ?? 0) + count);
  }

  const [outcomes, refused] = [named('outcome'), named('refused')];
  const [rows = 0, enrolled = 0, duplicates = 0] = ['rows', 'enrolled', 'duplicate'].map(
    (what) => named(what)[''] ?? 0,
  );
  const finished = sum(Object.values(outcomes));
  const [active, paused, needs_person] = [of('active'), of('paused'), of('needs_person')];
  const queued = Math.max(0, enrolled - finished - active - paused - needs_person);
  return {
    rows,
    pending: Math.max(0, rows - enrolled - duplicates - sum(Object.values(refused))),
    enrolled,
    by_status: { queued, active, paused, needs_person, finished },
    outcomes,
    steps: Object.fromEntries(steps),
    duplicates,
    refused,
  };
}
