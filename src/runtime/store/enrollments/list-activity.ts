import type { Listing } from '../listing.ts';

/** A timeline line with whose it is. */
export interface ActivityRow {
  readonly id: string;
  readonly enrollment_id: string;
  readonly campaign_id: string | null;
  readonly sequence: string;
  readonly lead_id: string | null;
  readonly name: string | null;
  readonly at: Date;
  readonly node: string | null;
  readonly type: string;
  readonly title: string;
  readonly senders: Readonly<Record<string, string>>;
}

const COLUMNS = `t.id, t.enrollment_id, e.campaign_id, e.sequence, e.lead_id,
    nullif(concat_ws(' ', l.first_name, l.last_name), '') as name, t.at, t.node, t.type, t.title, e.senders`;
const TABLES = `timeline t join enrollments e on e.id = t.enrollment_id left join leads l on l.id = e.lead_id`;

/** All lines, in the order in which they were written. */
export const activityListing: Listing<ActivityRow> = {
  ...{ columns: COLUMNS, tables: TABLES, where: 'true', values: [] },
  orders: { at: [{ sql: 't.id', of: ({ id }) => id, kind: 'number' }] },
  usual: '-at',
};
