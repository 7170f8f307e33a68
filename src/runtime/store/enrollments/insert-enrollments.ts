import { afterCommit, type Queryable } from '../../../shared/postgres/database.ts';
import { rowsOf } from '../../../shared/postgres/json-rows.ts';
import { markSpan } from '../../../shared/telemetry/tracing.ts';

export interface NewEnrollment {
  readonly id: string;
  readonly sequence: string;
  readonly version: number;
  readonly digest: string;
  readonly lead_id: string;
  readonly campaign_id: string | null;
  /** The enrollment that ended for this one. */
  readonly continues?: string | null;
  readonly senders: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
  /** The group that it waits in, or counts against. */
  readonly queue?: string | null;
  /** Null: it is only a row until its turn comes. */
  readonly started_at: Date | null;
}

/** The text until its turn comes; `explain` says how many are before it. */
const WAITS_TO_BEGIN = 'waits to begin: the slots of the next days belong to people ahead of it';

/**
 * The ids of those that are written. Left out is who is in the sequence at present: the unique row decides, whatever was read
 * before. `newcomers`: leads that no other enrollment can be of.
 */
export async function insertEnrollments(
  tx: Queryable,
  enrollments: readonly NewEnrollment[],
  newcomers: ReadonlySet<string> = new Set(),
): Promise<ReadonlySet<string>> {
  if (enrollments.length === 0) return new Set();
  const rows = enrollments.map((one) => ({ ...one, is_newcomer: newcomers.has(one.lead_id) }));
  const written = await tx.query<{ id: string; campaign_id: string | null }>(
    `insert into enrollments (id, sequence, version, digest, lead_id, campaign_id, senders, vars, status, created_at, continues,
       queue, started_at, unclear_since, waiting_kind, waiting_text)
     select id, sequence, version, digest, lead_id, campaign_id, senders, vars, 'queued', created_at, continues, queue, started_at,
            case when not is_newcomer then (select max(other.unclear_since) from enrollments other where other.lead_id = r.lead_id) end,
            case when started_at is null then 'slot' end, case when started_at is null then $2 end
       from ${rowsOf(`id text, sequence text, version int, digest text, lead_id text, campaign_id text,
         senders jsonb, vars jsonb, created_at timestamptz, continues text, queue bigint, started_at timestamptz,
         is_newcomer boolean`)} as r
     on conflict (sequence, lead_id) where status <> 'finished' do nothing
     returning id, campaign_id`,
    [JSON.stringify(rows), WAITS_TO_BEGIN],
  );
  afterCommit(tx, () => {
    for (const { id, campaign_id } of written.rows) markBeginning(id, campaign_id);
  });
  return new Set(written.rows.map(({ id }) => id));
}

/** The first span of its trace, which the request or import that made it is linked to: one of those may make a thousand. */
function markBeginning(enrollment: string, campaign: string | null): void {
  const attributes = {
    'overture.enrollment': enrollment,
    ...(campaign === null ? {} : { 'overture.campaign': campaign }),
  };
  markSpan({ name: 'enroll', of: { enrollment }, first: true, attributes });
}
