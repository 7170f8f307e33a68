import type { Queryable } from '../../../shared/postgres/database.ts';

export const ROW_STATUSES = ['pending', 'created', 'duplicate', 'refused'] as const;

export interface CampaignSourceRow {
  readonly row: number;
  readonly status: (typeof ROW_STATUSES)[number];
  readonly code: string | null;
  readonly message: string | null;
  readonly enrollment_id: string | null;
  readonly profile_url: string | null;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** Of the enrollment that the row made. */
  readonly outcome: string | null;
  readonly replied_at: Date | null;
}

export interface RowFilter {
  readonly campaign_id: string;
  readonly status?: CampaignSourceRow['status'];
  readonly code?: string;
}

/** In the order of the source, those after the row `after`. */
export async function listRows(
  db: Queryable,
  filter: RowFilter,
  page: { readonly after: number; readonly limit: number },
): Promise<CampaignSourceRow[]> {
  const person = ['profile_url', 'email', 'first_name', 'last_name'];
  const { rows } = await db.query<Omit<CampaignSourceRow, 'row'> & { row: string }>(
    `select r.row, r.status, r.code, r.message, r.enrollment_id,
            ${person.map((field) => `coalesce(r.given #>> '{lead,${field}}', l.${field}) as ${field}`).join(', ')}, e.outcome, e.replied_at
       from campaign_rows r
       left join enrollments e on e.id = r.enrollment_id and r.status = 'created'
       left join leads l on l.id = e.lead_id
      where r.campaign_id = $1 and r.row > $2 ${filter.status === undefined ? '' : 'and r.status = $4'}
        ${filter.code === undefined ? '' : `and r.code = $${filter.status === undefined ? 4 : 5}`}
      order by r.row limit $3`,
    [filter.campaign_id, page.after, page.limit, filter.status, filter.code].filter((value) => value !== undefined),
  );
  return rows.map((row) => ({ ...row, row: Number(row.row) }));
}
