import type { Binding } from '../../../language/plan/binding.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { KEPT_COLUMNS, type KeptWalk, keepWalk, keptColumns } from '../walks/kept-walk.ts';
import { INVITATION_COLUMNS, type InvitationProgress, NOTED_INVITATION } from './note-invitation.ts';

export interface SnapshotRow {
  readonly enrollment_id: string;
  readonly node: string;
  readonly visit: number;
  readonly status: 'active' | 'paused' | 'needs_person';
  readonly waiting_kind: string;
  readonly waiting_text: string;
  readonly waiting_detail: Binding | null;
  readonly until: Date | null;
  /** Virtual time. */
  readonly at: Date;
  /** The version that the walk is in; null: whichever the enrollment is in. */
  readonly digest?: string | null;
  /** Null: it is written whatever was written before. */
  readonly progress?: readonly number[] | null;
  /** The state of the walk, which is kept beside the snapshot. */
  readonly walk?: KeptWalk | null;
  /** Whatever the step learned of an invitation, for `noteInvitation`. It is not written where the snapshot is not. */
  readonly invitation?: InvitationProgress;
}

// A pause is written here first and the walk hears of it later, so the row decides whether it is paused.
const STATUS = `case when a.status = 'needs_person' then a.status when e.paused then 'paused' else 'active' end`;

/** SQL: whether anybody asks for waits. It is looked up once for a statement; where it is false, nothing that depends on it is read. */
const WAITS_ARE_ASKED_FOR = `(select exists (select from webhooks where asks_for_waits)
                                or exists (select from stream_watch where wall_until > now()))`;

/**
 * Writes status snapshots. Null where nothing is written: a finished enrollment stays as it ended, one that was moved stays in its new
 * version, and a later snapshot is not replaced by an earlier one. Else whether a task of it is open, which is exact only
 * where the enrollment was locked before. A wait that is new is announced, where a webhook or a stream asks for that.
 */
export const writeSnapshot = setwise(writeSnapshots, { writes: true });

async function writeSnapshots(
  tx: Queryable,
  snapshots: readonly SnapshotRow[],
): Promise<({ asked: boolean } | null)[]> {
  const { rows } = await tx.query<Stood & Record<string, unknown>>(
    `with ${stoodBy('$1')} select enrollment_id, asked from stood`,
    [snapshotRows(snapshots)],
  );
  const found = new Map(rows.map((row) => [row.enrollment_id, row]));
  return snapshots.map(({ enrollment_id }) => found.get(enrollment_id) ?? null);
}

export interface Stood {
  readonly enrollment_id: string;
  /** Whether a task of it is open. */
  readonly asked: boolean;
}

export const snapshotRows = (snapshots: readonly SnapshotRow[]): string =>
  jsonRows(
    snapshots.map(({ walk = null, invitation = {}, ...snapshot }) => ({
      ...{ ...snapshot, ...keptColumns(walk), ...invitation },
    })),
  );

/** SQL: writes the snapshots that the parameter `rows` has; `stood` are those that were written, and whether each has an open task. */
export const stoodBy = (rows: string): string => `snapshots as materialized (
       select * from ${rowsOf(
         `enrollment_id text, node text, visit int, status text, waiting_kind text, waiting_text text,
         waiting_detail jsonb, until timestamptz, at timestamptz, digest text, progress int[], ${INVITATION_COLUMNS}, ${KEPT_COLUMNS}`,
         rows,
       )} as a
     ), stood as (
       update enrollments e set node = a.node, visit = a.visit, status = ${STATUS}, waiting_kind = a.waiting_kind,
              waiting_text = a.waiting_text, until = a.until, waiting_detail = a.waiting_detail, progress = coalesce(a.progress, e.progress),
              ${NOTED_INVITATION}
         from snapshots a
        where e.id = a.enrollment_id and e.status <> 'finished' and e.digest = coalesce(a.digest, e.digest)
          and e.progress <= coalesce(a.progress, e.progress)
       returning a.*, exists (select from tasks t where t.enrollment_id = e.id and t.status = 'open') as asked
     ), kept as (${keepWalk('stood')}
     ), announced as (
       insert into announcements (type, at, enrollment_id, detail)
       select 'enrollment.waiting', a.at, a.enrollment_id,
              jsonb_build_object('node', a.node, 'kind', a.waiting_kind, 'text', a.waiting_text, 'until', a.until)
         -- Before this statement, which sees nothing of what it writes.
         from stood a join enrollments before on before.id = a.enrollment_id
        where ${WAITS_ARE_ASKED_FOR}
          and (before.node, before.visit, before.waiting_kind, before.until) is distinct from (a.node, a.visit, a.waiting_kind, a.until)
     )`;
