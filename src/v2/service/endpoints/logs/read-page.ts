import type { z } from 'zod';
import type { Queryable } from '../../../../shared/postgres/database.ts';
import type { MANAGEMENT } from '../../../contract/endpoints.ts';
import { filterValues, MATCHING } from './log-filters.ts';
import { LOG_COLUMNS, type LogRow, logEntry } from './log-row.ts';

type Query = z.output<typeof MANAGEMENT.list_logs.query>;

/** spec: Logs: newest first. */
export async function readPage(tx: Queryable, userId: string, query: Query) {
  const { limit, offset } = query;
  const filters = filterValues(userId, query);
  const counted = await tx.query<{ total: string }>(`select count(*) as total ${MATCHING}`, filters);
  const { rows } = await tx.query<LogRow>(
    `select log_id, ${LOG_COLUMNS}, outcome_unknown, error_code ${MATCHING} order by created_at desc, log_id desc limit $7 offset $8`,
    [...filters, limit, offset],
  );
  return { items: rows.map(logEntry), total: Number(counted.rows[0]?.total ?? 0), limit, offset };
}
