import { z } from 'zod';
import { LOGS_LIMIT } from '../limits.ts';
import { word } from '../params.ts';
import { LOG_STATUSES, logPage, logStats } from '../records/log.ts';
import { defineEndpoint } from './endpoint.ts';
import { queryFrom, queryInteger, queryTo } from './query.ts';

const filters = {
  action: word().optional(),
  account_id: word().optional(),
  status: z.enum(LOG_STATUSES).optional(),
  date_from: queryFrom().optional(),
  date_to: queryTo().optional(),
};

export const logs = {
  list_logs: defineEndpoint({
    method: 'GET',
    path: '/v2/logs',
    summary: 'API logs, newest first',
    action: 'list_logs',
    query: z.object({
      limit: queryInteger(LOGS_LIMIT),
      offset: queryInteger({ default: 0, min: 0 }),
      ...filters,
    }),
    data: logPage,
  }),
  logs_stats: defineEndpoint({
    method: 'GET',
    path: '/v2/logs/stats',
    summary: 'Calls and credits by account and by action',
    action: 'logs_stats',
    query: z.object({ account_id: filters.account_id, date_from: filters.date_from, date_to: filters.date_to }),
    data: logStats,
  }),
  export_logs: defineEndpoint({
    method: 'GET',
    path: '/v2/logs/export',
    summary: 'All rows of the list as CSV',
    action: 'export_logs',
    answers: 'csv',
    query: z.object(filters),
  }),
} as const;
