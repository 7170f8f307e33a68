import { equal, type Listing } from '../listing.ts';

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
  /** Outcome of the enrollment that the row made. */
  readonly outcome: string | null;
  readonly replied_at: Date | null;
}

export interface RowFilter {
  readonly campaign_id: string;
  readonly status?: CampaignSourceRow['status'] | undefined;
  readonly code?: string | undefined;
}

const FIELDS = ['profile_url', 'email', 'first_name', 'last_name'];

/** Lists the rows of a campaign in the order of its source. */
export const rowListing = ({ campaign_id, status, code }: RowFilter): Listing<CampaignSourceRow> => ({
  columns: `r.row::int as row, r.status, r.code, r.message, r.enrollment_id,
    ${FIELDS.map((field) => `coalesce(r.given #>> '{lead,${field}}', l.${field}) as ${field}`).join(', ')}, e.outcome, e.replied_at`,
  tables: `campaign_rows r
    left join enrollments e on e.id = r.enrollment_id and r.status = 'created'
    left join leads l on l.id = e.lead_id`,
  ...equal({ 'r.campaign_id': campaign_id, 'r.status': status, 'r.code': code }),
  orders: { row: [{ sql: 'r.row', of: ({ row }) => row, kind: 'number' }] },
  usual: 'row',
});
