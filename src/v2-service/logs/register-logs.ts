import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { MANAGEMENT } from '../../contract/endpoints.ts';
import type { LogEntry } from '../../contract/records/log.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { ServiceContext } from '../context.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import { parseInput } from '../http/parse-input.ts';
import { readStats } from './read-stats.ts';

type Query = z.output<typeof MANAGEMENT.list_logs.query>;

/** spec: Logs. Reading them is not logged: the pages would move under the reader. */
export function registerLogs(app: FastifyInstance, context: ServiceContext): void {
  registerEndpoint(app, context, {
    method: 'GET',
    path: '/v2/logs',
    action: 'list_logs',
    logged: false,
    async handle({ tx, owner, query }) {
      const asked = parseInput('query', MANAGEMENT.list_logs.query, query);
      return { data: await readPage(tx, owner.user_id, asked) };
    },
  });
  registerEndpoint(app, context, {
    method: 'GET',
    path: '/v2/logs/stats',
    action: 'logs_stats',
    logged: false,
    async handle({ tx, owner, query }) {
      const asked = parseInput('query', MANAGEMENT.logs_stats.query, query);
      return { data: await readStats(tx, owner.user_id, asked) };
    },
  });
}

const MATCHING = `
  from logs
 where user_id = $1
   and ($2::text is null or action = $2)
   and ($3::text is null or account_id = $3)
   and ($4::text is null or status = $4)
   and ($5::timestamptz is null or created_at >= $5)
   and ($6::timestamptz is null or created_at < $6)`;

async function readPage(tx: Queryable, userId: string, query: Query) {
  const { action = null, account_id = null, status = null, limit, offset } = query;
  const filters = [userId, action, account_id, status, dateOrNull(query.date_from), dateOrNull(query.date_to)];
  const counted = await tx.query<{ total: string }>(`select count(*) as total ${MATCHING}`, filters);
  const { rows } = await tx.query<LogRow>(
    `select user_id, action, account_id, credits_consumed, status, error_message, target, idempotency_key, created_at
       ${MATCHING} order by created_at desc, log_id desc limit $7 offset $8`,
    [...filters, limit, offset],
  );
  return { items: rows.map(logEntry), total: Number(counted.rows[0]?.total ?? 0), limit, offset };
}

interface LogRow extends Record<string, unknown> {
  readonly user_id: string;
  readonly action: string;
  readonly account_id: string | null;
  readonly credits_consumed: number;
  readonly status: 'success' | 'error';
  readonly error_message: string | null;
  readonly target: string | null;
  readonly idempotency_key: string | null;
  readonly created_at: Date;
}

/** spec: API log entry: `error_message` on errors only. */
function logEntry({ error_message, ...row }: LogRow): LogEntry {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    ...(error_message === null ? {} : { error_message }),
  };
}

const dateOrNull = (at: number | undefined): Date | null => (at === undefined ? null : new Date(at));
