import type { Queryable } from '../../../shared/postgres/database.ts';
import { afterCommit } from '../../../shared/postgres/transaction.ts';
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

interface Entering {
  /** Leads that no other enrollment can be of. */
  readonly newcomers?: ReadonlySet<string>;
  /** The first line of the timeline of each; absent: it has none yet. */
  readonly title?: string;
}

/**
 * The ids of those that are written, all of one version and one time. Left out is who is in the sequence at present: the unique row decides, whatever was read
 * before.
 */
export async function insertEnrollments(
  tx: Queryable,
  enrollments: readonly NewEnrollment[],
  { newcomers = new Set(), title }: Entering = {},
): Promise<ReadonlySet<string>> {
  const [first] = enrollments;
  if (first === undefined) return new Set();
  const { rows: left } = await tx.query<{ id: string }>(INSERT, [
    ...[first.sequence, first.version, first.digest, first.created_at, WAITS_TO_BEGIN, title ?? null],
    enrollments.map(({ id }) => id),
    enrollments.map(({ lead_id }) => lead_id),
    enrollments.map(({ campaign_id }) => campaign_id),
    jsonOfSenders(enrollments),
    enrollments.map(({ vars }) => JSON.stringify(vars)),
    enrollments.map(({ continues = null }) => continues),
    enrollments.map(({ queue = null }) => queue),
    enrollments.map(({ started_at }) => started_at?.toISOString() ?? null),
    enrollments.map(({ lead_id }) => newcomers.has(lead_id)),
  ]);
  const leftOut = new Set(left.map(({ id }) => id));
  const written = enrollments.filter(({ id }) => !leftOut.has(id));
  afterCommit(tx, () => {
    for (const { id, campaign_id } of written) markBeginning(id, campaign_id);
  });
  return new Set(written.map(({ id }) => id));
}

/** Many have the same object, which is written once. */
function jsonOfSenders(enrollments: readonly NewEnrollment[]): string[] {
  const texts = new Map<NewEnrollment['senders'], string>();
  return enrollments.map(({ senders }) => {
    const text = texts.get(senders) ?? JSON.stringify(senders);
    texts.set(senders, text);
    return text;
  });
}

// Nearly all are written, so those that are not are fewer to tell.
const INSERT = `
  with given as (
    select * from unnest($7::text[], $8::text[], $9::text[], $10::jsonb[], $11::jsonb[], $12::text[], $13::bigint[], $14::timestamptz[], $15::bool[])
      as given (id, lead_id, campaign_id, senders, vars, continues, queue, started_at, is_newcomer)
  ), written as (
    insert into enrollments (sequence, version, digest, created_at, status, id, lead_id, campaign_id, senders, vars, continues, queue, started_at,
      unclear_since, waiting_kind, waiting_text)
    select $1::text, $2::int, $3::text, $4::timestamptz, 'queued', id, lead_id, campaign_id, senders, vars, continues, queue, started_at,
           case when not is_newcomer then (select max(other.unclear_since) from enrollments other where other.lead_id = given.lead_id) end,
           case when started_at is null then 'slot' end, case when started_at is null then $5::text end
      from given
    on conflict (sequence, lead_id) where status <> 'finished' do nothing
    returning id
  ), told as (
    insert into timeline (enrollment_id, at, type, title) select id, $4, 'enrolled', $6::text from written where $6 is not null
  )
  select id from given where not exists (select from written where written.id = given.id)`;

/** The first span of its trace, which the request or import that made it is linked to: one of those may make a thousand. */
function markBeginning(enrollment: string, campaign: string | null): void {
  const attributes = {
    'overture.enrollment': enrollment,
    ...(campaign === null ? {} : { 'overture.campaign': campaign }),
  };
  markSpan({ name: 'enroll', of: { enrollment }, first: true, attributes });
}
