import type { z } from 'zod';
import type { Queryable } from '../../../../shared/postgres/database.ts';
import type { MANAGEMENT } from '../../../contract/endpoints.ts';
import { filterValues, MATCHING } from './log-filters.ts';

type Range = z.output<typeof MANAGEMENT.logs_stats.query>;

const GROUPED = `
  select action, account_id, count(*)::int as calls,
         count(*) filter (where status = 'success')::int as successes, sum(credits_consumed)::int as credits
  ${MATCHING}
   group by action, account_id order by action, account_id`;

interface Group extends Record<string, unknown> {
  readonly action: string;
  readonly account_id: string | null;
  readonly calls: number;
  readonly successes: number;
  readonly credits: number;
}

/** spec: Logs: calls and credits in all, by account and by action. */
export async function readStats(tx: Queryable, userId: string, range: Range) {
  const { rows } = await tx.query<Group>(GROUPED, filterValues(userId, range));
  const byAccount = new Map<string | null, { calls: number; credits: number }>();
  const byAction = new Map<string, { calls: number; successes: number; errors: number; credits: number }>();
  for (const { account_id, action, calls, successes, credits } of rows) {
    const account = byAccount.get(account_id) ?? { calls: 0, credits: 0 };
    byAccount.set(account_id, { calls: account.calls + calls, credits: account.credits + credits });
    const total = byAction.get(action) ?? { calls: 0, successes: 0, errors: 0, credits: 0 };
    byAction.set(action, {
      calls: total.calls + calls,
      successes: total.successes + successes,
      errors: total.errors + calls - successes,
      credits: total.credits + credits,
    });
  }
  return {
    total_calls: rows.reduce((sum, row) => sum + row.calls, 0),
    total_credits: rows.reduce((sum, row) => sum + row.credits, 0),
    by_account: [...byAccount].map(([account_id, sums]) => ({ account_id, ...sums })),
    by_action: [...byAction].map(([action, sums]) => ({ action, ...sums })),
  };
}
