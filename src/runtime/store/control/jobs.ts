import type { Queryable } from '../../../shared/postgres/database.ts';
import type { EnrollmentFilter } from '../enrollments/enrollment-filter.ts';
import { byId, type Listing } from '../listing.ts';

/** `wake` asks those again that a pause or a backoff put off. */
export const JOB_ACTIONS = ['pause', 'resume', 'stop', 'skip', 'retry', 'reschedule', 'wake'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

/** One thing asked of many enrollments. */
export interface JobRow {
  readonly id: string;
  readonly action: JobAction;
  readonly filter: EnrollmentFilter;
  readonly given: { readonly until?: number };
  readonly note: string | null;
  /** How many there were when it was asked. */
  readonly matched: number;
  readonly cursor: string;
  readonly done: number;
  /** Code → how many could not. */
  readonly refused: Readonly<Record<string, number>>;
  readonly status: 'running' | 'done';
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

export type NewJob = Pick<JobRow, 'id' | 'action' | 'filter' | 'given' | 'note' | 'matched' | 'created_at'>;

export async function insertJob(tx: Queryable, job: NewJob): Promise<void> {
  await tx.query(
    `insert into control_jobs (id, action, filter, given, note, matched, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [job.id, job.action, JSON.stringify(job.filter), JSON.stringify(job.given), job.note, job.matched, job.created_at],
  );
}

export async function readJob(db: Queryable, id: string): Promise<JobRow | null> {
  const { rows } = await db.query<JobRow & Record<string, unknown>>('select * from control_jobs where id = $1', [id]);
  return rows[0] ?? null;
}

export const jobListing: Listing<JobRow> = {
  ...{ columns: '*', tables: 'control_jobs', where: 'true', values: [] },
  orders: { created_at: byId() },
  usual: '-created_at',
};

/** Locks a job that no other process works on, the oldest or the one named. */
export async function claimJob(tx: Queryable, id: string | null): Promise<JobRow | null> {
  const { rows } = await tx.query<JobRow & Record<string, unknown>>(
    `select * from control_jobs where status = 'running' and ($1::text is null or id = $1)
      order by created_at, id limit 1 for update skip locked`,
    [id],
  );
  return rows[0] ?? null;
}

/** How far it is. Its last part ends it. */
export async function saveJobPart(
  tx: Queryable,
  id: string,
  part: {
    readonly cursor: string;
    readonly done: number;
    readonly refused: Readonly<Record<string, number>>;
    readonly finished_at: Date | null;
  },
): Promise<void> {
  await tx.query(
    `update control_jobs set cursor = $2, done = $3, refused = $4, finished_at = $5,
            status = case when $5::timestamptz is null then 'running' else 'done' end
      where id = $1`,
    [id, part.cursor, part.done, JSON.stringify(part.refused), part.finished_at],
  );
}

/** Signals of the job that have not reached Temporal yet. */
export async function countJobSignals(db: Queryable, id: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from outbox
      where kind = 'signal_enrollment' and starts_with(payload ->> 'id', 'job_') and payload ->> 'id' = $1`,
    [id],
  );
  return rows[0]?.count ?? 0;
}
