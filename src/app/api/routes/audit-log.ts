import type { FastifyInstance } from 'fastify';
import { guardCell } from '../../../runtime/enroll/csv/guard-cell.ts';
import { type ChangeFilter, type ChangeRow, changeListing } from '../../../runtime/store/audit-log/list-changes.ts';
import { readPage } from '../../../runtime/store/listing.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { sendCsv } from '../send-csv.ts';
import { serve } from '../serve.ts';

const COLUMNS = [
  ...['at', 'sentence', 'user_id', 'user_name', 'key_id', 'key_name', 'via', 'address', 'operation', 'target_kind'],
  ...['target_id', 'lead_id', 'lead_name', 'before', 'after', 'id'],
];
const AT_A_TIME = 1000;

/** Adds the routes that say who changed what: as a list, or all of it as a file. */
export function addAuditLogRoutes(app: FastifyInstance, { db }: ApiDeps): void {
  serve(app, 'listAuditLog', ({ query, request, reply }) => {
    const { limit: _, cursor: __, sort, fields: ___, count: ____, format, ...filter } = query;
    if (format === 'json') return answerPage(db, changeListing(filter), query, viewChange);
    const lines = async function* () {
      for (let after: string[] | null = null; ; ) {
        const rows: ChangeRow[] = await readPage(db, changeListing(filter satisfies ChangeFilter), {
          ...{ after, limit: AT_A_TIME },
          ...(sort === undefined ? {} : { sort }),
        });
        for (const row of rows) yield cellsOf(row);
        const last = rows.at(-1);
        if (rows.length < AT_A_TIME || last === undefined) return;
        after = [last.id];
      }
    };
    return sendCsv(request, reply, { name: 'audit-log.csv', columns: COLUMNS, rows: lines() });
  });
}

function viewChange(row: ChangeRow) {
  const { id, user_id, user_name, key_id, key_name, via, address, operation, sentence, before, after } = row;
  return {
    ...{ id, at: row.wall_at },
    user: user_id === null ? null : { id: user_id, name: user_name ?? '' },
    key: key_id === null ? null : { id: key_id, name: key_name ?? '' },
    ...{ via, address, operation },
    target: { kind: row.target_kind, id: row.target_id },
    ...{ sentence, lead: row.lead, before, after, erased_at: row.wall_erased_at },
  };
}

function cellsOf({ wall_at, lead, ...row }: ChangeRow): Record<string, string> {
  const about = { lead_id: lead?.id, lead_name: lead?.name };
  const cells = { ...row, ...about, at: wall_at.toISOString(), before: jsonOf(row.before), after: jsonOf(row.after) };
  return Object.fromEntries(Object.entries(cells).map(([name, value]) => [name, guardCell(String(value ?? ''))]));
}

const jsonOf = (value: ChangeRow['before']): string => (value === null ? '' : JSON.stringify(value));
