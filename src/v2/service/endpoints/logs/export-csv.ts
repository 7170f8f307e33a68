import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import type { Queryable } from '../../../../shared/postgres/database.ts';
import type { MANAGEMENT } from '../../../contract/endpoints.ts';
import { filterValues, MATCHING } from './log-filters.ts';
import { LOG_COLUMNS, type LogRow } from './log-row.ts';

type Query = z.output<typeof MANAGEMENT.export_logs.query>;

interface PlacedRow extends Omit<LogRow, 'outcome_unknown' | 'error_code'> {
  readonly log_id: string;
  /** To the microsecond, which a Date would lose. */
  readonly place: string;
}

const PAGE = 1000;
const COLUMNS = LOG_COLUMNS.split(', ');

/**
 * spec: GET /v2/logs/export. The rows of the list, newest first, page by page as the reader takes them: no transaction stays
 * open for a slow one, and rows written meanwhile are newer than what is still to come.
 */
export function exportCsv(db: Queryable, userId: string, query: Query): Readable {
  return Readable.from(pages(db, userId, query), { objectMode: false });
}

async function* pages(db: Queryable, userId: string, query: Query): AsyncGenerator<string> {
  yield csv([COLUMNS]);
  let after: readonly [string, string] = ['infinity', ''];
  for (;;) {
    const { rows } = await db.query<PlacedRow>(
      `select ${LOG_COLUMNS}, log_id, created_at::text as place ${MATCHING}
          and (created_at, log_id) < ($7::timestamptz, $8)
        order by created_at desc, log_id desc limit ${PAGE}`,
      [...filterValues(userId, query), ...after],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield csv(rows.map((row) => COLUMNS.map((column) => row[column])));
    after = [last.place, last.log_id];
  }
}

/** Texts that a spreadsheet would take for a formula get an apostrophe in front: targets and keys are the callers' own words. */
function csv(records: readonly (readonly unknown[])[]): string {
  return stringify([...records.map((record) => [...record])], {
    escape_formulas: true,
    cast: { date: (date) => date.toISOString() },
  });
}
