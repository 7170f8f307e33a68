import { columnOf } from '../../../shared/postgres/column-of.ts';
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

/**
 * Writes these, all of one version and one time, each with the first line of its timeline, `title`; absent: it has none yet. The ids of those that are left out, since somebody is in the
 * sequence at present: the unique row decides, whatever was read before.
 */
export async function insertEnrollments(
  tx: Queryable,
  enrollments: readonly NewEnrollment[],
  title?: string,
): Promise<ReadonlySet<string>> {
  if (enrollments.length === 0) return new Set();
  const { rows } = await tx.query<{ id: string }>(INSERT_KNOWN, valuesOf(enrollments, title));
  const leftOut = new Set(rows.map(({ id }) => id));
  markBeginnings(
    tx,
    enrollments.filter(({ id }) => !leftOut.has(id)),
  );
  return leftOut;
}

/** The same of people who are written in this transaction: no other enrollment can be of them, so none is left out. */
export async function insertNewcomers(
  tx: Queryable,
  enrollments: readonly NewEnrollment[],
  title: string,
): Promise<void> {
  if (enrollments.length === 0) return;
  markBeginnings(tx, enrollments);
  await tx.query(INSERT_NEW, valuesOf(enrollments, title));
}

function valuesOf(enrollments: readonly NewEnrollment[], title: string | undefined): readonly unknown[] {
  const [first] = enrollments;
  return [
    ...[first?.sequence, first?.version, first?.digest, first?.created_at, WAITS_TO_BEGIN, title ?? null],
    enrollments.map(({ id }) => id),
    enrollments.map(({ lead_id }) => lead_id),
    enrollments.map(({ campaign_id }) => campaign_id),
    enrollments.map(({ senders }) => JSON.stringify(senders)),
    enrollments.map(({ vars }) => JSON.stringify(vars)),
    columnOf(enrollments.map(({ continues = null }) => continues)),
    columnOf(enrollments.map(({ queue = null }) => queue)),
    columnOf(enrollments.map(({ started_at }) => started_at?.toISOString() ?? null)),
  ];
}

const COLUMNS = `sequence, version, digest, created_at, status, id, lead_id, campaign_id, senders, vars, continues, queue, started_at,
      waiting_kind, waiting_text`;
const GIVEN = `$1::text, $2::int, $3::text, $4::timestamptz, 'queued', id, lead_id, campaign_id, senders, vars, continues, queue, started_at,
           case when started_at is null then 'slot' end, case when started_at is null then $5::text end`;
const FROM = `unnest($7::text[], $8::text[], $9::text[], $10::jsonb[], $11::jsonb[], $12::text[], $13::bigint[], $14::timestamptz[])
      as given (id, lead_id, campaign_id, senders, vars, continues, queue, started_at)`;
const LINES = `insert into timeline (enrollment_id, at, type, title) select id, $4, 'enrolled', $6::text from written where $6 is not null`;

// Nearly all are written, so those that are not are fewer to tell.
const INSERT_KNOWN = `
  with given as (select * from ${FROM}), written as (
    insert into enrollments (${COLUMNS}, unclear_since)
    select ${GIVEN}, (select max(other.unclear_since) from enrollments other where other.lead_id = given.lead_id)
      from given
    on conflict (sequence, lead_id) where status <> 'finished' do nothing
    returning id
  ), lines as (${LINES})
  select id from given where not exists (select from written where written.id = given.id)`;

const INSERT_NEW = `
  with written as (insert into enrollments (${COLUMNS}) select ${GIVEN} from ${FROM} returning id)
  ${LINES}`;

function markBeginnings(tx: Queryable, enrollments: readonly NewEnrollment[]): void {
  afterCommit(tx, () => {
    for (const { id, campaign_id } of enrollments) markBeginning(id, campaign_id);
  });
}

/** The first span of its trace, which the request or import that made it is linked to: one of those may make a thousand. */
function markBeginning(enrollment: string, campaign: string | null): void {
  const attributes = {
    'overture.enrollment': enrollment,
    ...(campaign === null ? {} : { 'overture.campaign': campaign }),
  };
  markSpan({ name: 'enroll', of: { enrollment }, first: true, attributes });
}
