import type { FastifyInstance } from 'fastify';
import { MANAGEMENT } from '../../../contract/endpoints.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { parseInput } from '../../http/parse-input.ts';
import { registerEndpoint, registerRawEndpoint } from '../../http/register-endpoint.ts';
import { exportCsv } from './export-csv.ts';
import { readPage } from './read-page.ts';
import { readStats } from './read-stats.ts';

/** spec: Logs. Reading them is not logged: the pages would move under the reader. */
export function registerLogs(app: FastifyInstance, context: ServiceContext): void {
  registerEndpoint(app, context, {
    method: 'GET',
    path: '/v2/logs',
    action: 'list_logs',
    logged: false,
    async handle({ tx, owner, query }) {
      const asked = parseInput('query', MANAGEMENT.list_logs.query, query);
      return { data: await readPage(tx, owner.user_id, asked), account_id: null };
    },
  });
  registerEndpoint(app, context, {
    method: 'GET',
    path: '/v2/logs/stats',
    action: 'logs_stats',
    logged: false,
    async handle({ tx, owner, query }) {
      const asked = parseInput('query', MANAGEMENT.logs_stats.query, query);
      return { data: await readStats(tx, owner.user_id, asked), account_id: null };
    },
  });
  registerRawEndpoint(app, context, {
    method: 'GET',
    path: '/v2/logs/export',
    action: 'export_logs',
    async handle({ owner, query, now }, reply) {
      const asked = parseInput('query', MANAGEMENT.export_logs.query, query);
      const day = new Date(now).toISOString().slice(0, 10);
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="api-logs-${day}.csv"`,
        })
        .send(exportCsv(context.db, owner.user_id, asked));
    },
  });
}
