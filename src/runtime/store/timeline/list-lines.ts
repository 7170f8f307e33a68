import type { Queryable } from '../../../shared/postgres/database.ts';
import { equal, type Listing } from '../listing.ts';

export interface TimelineRow {
  readonly id: string;
  readonly enrollment_id: string;
  readonly at: Date;
  readonly node: string | null;
  readonly type: string;
  readonly title: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

const COLUMNS = 'id, enrollment_id, at, node, type, title, detail';

/** Of one enrollment, in the order in which they were written. */
export const lineListing = (enrollment_id: string): Listing<TimelineRow> => ({
  ...{ columns: COLUMNS, tables: 'timeline', ...equal({ enrollment_id }) },
  orders: { at: [{ sql: 'id', of: ({ id }) => id, kind: 'number' }] },
  usual: 'at',
});

/** The newest of all enrollments, newest first. */
export async function listNewestLines(db: Queryable, limit: number): Promise<TimelineRow[]> {
  const { rows } = await db.query<TimelineRow & Record<string, unknown>>(
    `select ${COLUMNS} from timeline order by id desc limit $1`,
    [limit],
  );
  return rows;
}
