import type { z } from 'zod';
import type { MANAGEMENT } from '../../../contract/endpoints.ts';

type Filters = Omit<z.output<typeof MANAGEMENT.export_logs.query>, 'limit' | 'offset'>;

/** The part of a query that list, export and statistics share; `$1` to `$6` are the values below. */
export const MATCHING = `
  from logs
 where user_id = $1
   and ($2::text is null or action = $2)
   and ($3::text is null or account_id = $3)
   and ($4::text is null or status = $4)
   and ($5::timestamptz is null or created_at >= $5)
   and ($6::timestamptz is null or created_at < $6)`;

/** Virtual time: `date_from` inclusive, `date_to` exclusive. */
export function filterValues(userId: string, filters: Filters): unknown[] {
  const { action = null, account_id = null, status = null, date_from, date_to } = filters;
  return [userId, action, account_id, status, dateOrNull(date_from), dateOrNull(date_to)];
}

const dateOrNull = (at: number | undefined): Date | null => (at === undefined ? null : new Date(at));
