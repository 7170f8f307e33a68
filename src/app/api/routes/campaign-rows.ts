import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyInstance } from 'fastify';
import { guardCell } from '../../../runtime/enroll/csv/guard-cell.ts';
import { type CampaignSourceRow, listRows, type RowFilter } from '../../../runtime/store/campaigns/list-rows.ts';
import type { ApiDeps } from '../context.ts';
import { pageOf, readCursor } from '../paging.ts';
import { serve } from '../serve.ts';
import { campaignOf } from './campaigns.ts';

const COLUMNS = [
  'row',
  'status',
  'code',
  'message',
  'enrollment_id',
  'profile_url',
  'email',
  'first_name',
  'last_name',
  'outcome',
  'replied_at',
] as const;
const AT_A_TIME = 1000;

/** What became of each row of a campaign's source: as a list, or all of it as a file. */
export function addCampaignRowRoutes(app: FastifyInstance, deps: ApiDeps): void {
  serve(app, 'listCampaignRows', async ({ params, query: { limit, cursor, status, code, format }, reply }) => {
    const { id } = await campaignOf(deps, params.id);
    const filter: RowFilter = {
      campaign_id: id,
      ...(status === undefined ? {} : { status }),
      ...(code === undefined ? {} : { code }),
    };
    if (format === 'csv') {
      const file = Readable.from(allRows(deps, filter)).pipe(
        stringify({ header: true, columns: [...COLUMNS], bom: true }),
      );
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="${id}-rows.csv"`)
        .send(file);
    }
    const after = Number(readCursor(cursor, /^\d{1,15}$/) ?? 0);
    const rows = await listRows(deps.db, filter, { after, limit: limit + 1 });
    return pageOf(
      rows,
      limit,
      ({ row }) => String(row),
      (row) => row,
    );
  });
}

async function* allRows({ db }: ApiDeps, filter: RowFilter): AsyncGenerator<Record<string, string>> {
  for (let after = 0; ; ) {
    const rows = await listRows(db, filter, { after, limit: AT_A_TIME });
    for (const row of rows) yield cellsOf(row);
    if (rows.length < AT_A_TIME) return;
    after = rows.at(-1)?.row ?? after;
  }
}

const cellsOf = (row: CampaignSourceRow): Record<string, string> =>
  Object.fromEntries(COLUMNS.map((column) => [column, guardCell(textOf(row[column]))]));

const textOf = (value: CampaignSourceRow[keyof CampaignSourceRow]): string =>
  value instanceof Date ? value.toISOString() : String(value ?? '');
