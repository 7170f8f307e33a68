import type { Key, Listing } from '../listing.ts';

export interface TimelineRow {
  readonly id: string;
  readonly enrollment_id: string;
  /** When it happened: lines may be written later, and then not in this order. */
  readonly at: Date;
  readonly node: string | null;
  readonly type: string;
  readonly title: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Digest of the plan in which its step stood: who was moved since was in another version then. */
  readonly digest: string;
  /** The account on which the person wrote what it tells; null: it tells nothing of that kind. */
  readonly heard_on: string | null;
  /** The person's own zone, where it is known. */
  readonly lead_timezone: string | null;
}

/** Columns of a line `t` of the enrollment `e` of the person `l`. */
export const LINE_COLUMNS = `t.id, t.enrollment_id, t.at, t.node, t.type, t.title, t.detail, l.timezone as lead_timezone,
    (select r.account_id from events r where t.type = 'replied' and r.event_id = substr(t.once, 7)) as heard_on,
    coalesce((select v.digest from timeline m join sequence_versions v on v.sequence = e.sequence and v.version = (m.detail ->> 'from_version')::int
               where m.enrollment_id = t.enrollment_id and m.type = 'moved' and m.id > t.id order by m.id limit 1), e.digest) as digest`;

/** The order of lines by time; lines of one moment are in the order in which they were written. */
export const BY_TIME: readonly Key<TimelineRow>[] = [
  { sql: 't.at', of: ({ at }) => at, kind: 'time' },
  { sql: 't.id', of: ({ id }) => id, kind: 'number' },
];

/** Lists the lines of one enrollment, which has few: `offset 0` keeps Postgres from looking for them among the lines of everybody, by their time. */
export const lineListing = (enrollment_id: string): Listing<TimelineRow> => ({
  columns: LINE_COLUMNS,
  tables: `(select * from timeline where enrollment_id = $1 offset 0) t
    join enrollments e on e.id = t.enrollment_id left join leads l on l.id = e.lead_id`,
  ...{ where: 'true', values: [enrollment_id] },
  orders: { at: BY_TIME },
  usual: 'at',
});
