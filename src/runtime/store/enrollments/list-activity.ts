import type { Listing } from '../listing.ts';
import { BY_TIME, LINE_COLUMNS, type TimelineRow } from '../timeline/list-lines.ts';

/** A timeline line with whose it is. */
export interface ActivityRow extends TimelineRow {
  readonly campaign_id: string | null;
  readonly sequence: string;
  readonly lead_id: string | null;
  readonly name: string | null;
}

/** The lines of everybody. */
export const activityListing: Listing<ActivityRow> = {
  columns: `${LINE_COLUMNS}, e.campaign_id, e.sequence, e.lead_id, nullif(concat_ws(' ', l.first_name, l.last_name), '') as name`,
  tables: 'timeline t join enrollments e on e.id = t.enrollment_id left join leads l on l.id = e.lead_id',
  ...{ where: 'true', values: [] },
  orders: { at: BY_TIME },
  usual: '-at',
};
