import type { FastifyInstance } from 'fastify';
import { guardCell } from '../../../runtime/enroll/csv/guard-cell.ts';
import { type CampaignSourceRow, type RowFilter, rowListing } from '../../../runtime/store/campaigns/list-rows.ts';
import { lookListing } from '../../../runtime/store/follows/look.ts';
import { readPage } from '../../../runtime/store/listing.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { sendCsv } from '../send-csv.ts';
import { serve } from '../serve.ts';
import { viewLook } from '../views/follow.ts';
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

/**
 * Adds the routes for what became of each row of a campaign's source, as a list or all of it as a file, and for each look at
 * it.
 */
export function addCampaignRowRoutes(app: FastifyInstance, deps: ApiDeps): void {
  serve(app, 'listCampaignRows', async ({ params, query, within, request, reply }) => {
    const { id } = await campaignOf(deps, params.id, within);
    const { status, code, fields, format } = query;
    const filter: RowFilter = { campaign_id: id, status, code };
    if (format === 'csv') {
      const columns = fields ?? [...COLUMNS];
      return sendCsv(request, reply, { name: `${id}-rows.csv`, columns, rows: allRows(deps, filter) });
    }
    return answerPage(deps.db, rowListing(filter), query, (row) => row);
  });

  serve(app, 'listCampaignLooks', async ({ params, query }) => {
    const { id } = await campaignOf(deps, params.id);
    return answerPage(deps.db, lookListing(id), query, viewLook);
  });
}

async function* allRows({ db }: ApiDeps, filter: RowFilter): AsyncGenerator<Record<string, string>> {
  for (let after: string[] | null = null; ; ) {
    const rows: CampaignSourceRow[] = await readPage(db, rowListing(filter), { after, limit: AT_A_TIME });
    for (const row of rows) yield cellsOf(row);
    if (rows.length < AT_A_TIME) return;
    after = [String(rows.at(-1)?.row)];
  }
}

const cellsOf = (row: CampaignSourceRow): Record<string, string> =>
  Object.fromEntries(COLUMNS.map((column) => [column, guardCell(textOf(row[column]))]));

const textOf = (value: CampaignSourceRow[keyof CampaignSourceRow]): string =>
  value instanceof Date ? value.toISOString() : String(value ?? '');
