import type { Queryable } from '../../../shared/postgres/database.ts';
import type { StepVisit } from './slot.ts';

/** Unlocks of the account by month, booked or used, without the step's own. */
export async function countUnlocks(
  tx: Queryable,
  accountId: string,
  step: StepVisit,
  from: Date,
): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ month: string; count: number }>(
    `select date_trunc('month', local_day)::date::text as month, count(*)::int as count from slots
      where account_id = $1 and limit_class = 'unlock' and local_day >= $2
        and not (enrollment_id = $3 and node = $4 and visit = $5)
      group by 1`,
    [accountId, from.toISOString().slice(0, 10), step.enrollment_id, step.node, step.visit],
  );
  return new Map(rows.map(({ month, count }) => [month, count]));
}

/** The step's slot among the month's unlocks; it has one at most. */
export async function saveUnlock(
  tx: Queryable,
  unlock: StepVisit & {
    readonly account_id: string;
    readonly month: string;
    readonly at: Date;
    readonly used: boolean;
  },
): Promise<void> {
  await tx.query(
    `insert into slots (account_id, limit_class, enrollment_id, node, visit, at, local_day, local_week, state)
     values ($1, 'unlock', $2, $3, $4, $5, $6, date_trunc('week', $6::date)::date, $7)
     on conflict (enrollment_id, node, visit, limit_class, spent) do update
        set at = excluded.at, local_day = excluded.local_day, local_week = excluded.local_week, state = excluded.state`,
    [
      unlock.account_id,
      unlock.enrollment_id,
      unlock.node,
      unlock.visit,
      unlock.at,
      unlock.month,
      unlock.used ? 'used' : 'booked',
    ],
  );
}
