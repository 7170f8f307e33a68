import type { Queryable } from '../../../shared/postgres/database.ts';
import type { StepInstruction } from '../enrollments/lock-enrollment.ts';

/** All from which the walk of an unfinished enrollment can be continued. */
export interface LockedWalk {
  readonly id: string;
  readonly digest: string;
  readonly node: string | null;
  readonly visit: number;
  readonly until: Date | null;
  readonly progress: readonly number[];
  readonly paused: boolean;
  readonly instruction: StepInstruction | null;
  readonly stop_outcome: string | null;
  readonly stop_event_id: string | null;
  readonly accepted: boolean;
  readonly invited: boolean;
  readonly replied: boolean;
  /** Null: it has written no snapshot yet, or an older version wrote it. */
  readonly kept: {
    readonly state: object;
    readonly digest: string | null;
  } | null;
  /** Events in its timeline, by their ids. */
  readonly heard: readonly {
    readonly type: 'replied' | 'accepted_invitation' | 'labeled' | 'unlabeled';
    readonly event_id: string;
  }[];
  /** Decisions of people of ours about it. */
  readonly decided: readonly {
    readonly id: string;
    readonly decision: string;
    readonly node: string;
    readonly visit: number;
  }[];
}

/** Null: it has ended, has not begun, or its start is still in the outbox. */
export async function lockWalk(tx: Queryable, id: string): Promise<LockedWalk | null> {
  // A statement sees only what was committed before it began. The row is locked by a statement of its own, so that the next one sees what was
  // committed during the wait for the lock.
  await tx.query('select from enrollments where id = $1 for no key update', [id]);
  const { rows } = await tx.query<LockedWalk & Record<string, unknown>>(
    `select e.id, e.digest, e.node, e.visit, e.until, e.progress, e.paused, e.told as instruction, e.stop_outcome, e.stop_event_id,
            e.accepted_at is not null as accepted, e.invited_at is not null and e.withdrawn_at is null as invited,
            e.replied_at is not null as replied,
            (select jsonb_build_object('state', w.state, 'digest', w.digest) from walks w
              where w.enrollment_id = e.id) as kept,
            coalesce((select jsonb_agg(jsonb_build_object('type', t.type, 'event_id', substr(t.once, 7)) order by t.id)
               from timeline t where t.enrollment_id = e.id and t.once like 'event/%'
                and t.type in ('replied', 'accepted_invitation', 'labeled', 'unlabeled')), '[]') as heard,
            coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'decision', k.decision, 'node', k.node, 'visit', k.visit) order by k.decided_at)
               from tasks k where k.enrollment_id = e.id and k.decision is not null and k.kind <> 'unclear_reply'), '[]') as decided
       from enrollments e
      where e.id = $1 and e.status <> 'finished' and e.started_at is not null
        and not exists (select from outbox o where o.target_id = e.id and o.kind = 'start_enrollment')`,
    [id],
  );
  return rows[0] ?? null;
}

/** The last snapshot that the history of an enrollment in Temporal must hold, unless Temporal was set back to an earlier time. */
export interface LastSnapshot {
  /** The run, as Temporal names it, that wrote the last snapshot. Null: none was written. */
  readonly run_id: string | null;
  /** Events of the run's history then; the last of them began the task that wrote the snapshot. */
  readonly events: number;
  /** When, by the clock of the workflow. Null: an older version wrote it. */
  readonly wall_told_at: Date | null;
}

export async function findLastSnapshot(db: Queryable, id: string): Promise<LastSnapshot> {
  const { rows } = await db.query<Omit<LastSnapshot, 'events'> & { progress: number[] }>(
    'select run_id, progress, wall_told_at from walks where enrollment_id = $1',
    [id],
  );
  const { run_id = null, progress = [], wall_told_at = null } = rows[0] ?? {};
  return { run_id, events: progress[1] ?? 0, wall_told_at };
}

/** Begins another run of a walk. From now on nothing that its earlier runs write is taken. */
export async function beginRun(tx: Queryable, id: string, run: number): Promise<void> {
  await tx.query('update enrollments set progress = array[$2::int, 0, 0] where id = $1', [id, run]);
  await tx.query('update walks set progress = array[$2::int, 0, 0], run_id = null where enrollment_id = $1', [id, run]);
}
