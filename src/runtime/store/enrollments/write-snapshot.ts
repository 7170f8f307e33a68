import type { Binding } from '../../../language/plan/binding.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { KEPT_COLUMNS, type KeptWalk, keepWalk, keptColumns } from '../walks/kept-walk.ts';

export interface SnapshotRow {
  readonly enrollment_id: string;
  readonly node: string;
  readonly visit: number;
  readonly status: 'active' | 'paused' | 'needs_person';
  readonly waiting_kind: string;
  readonly waiting_text: string;
  readonly waiting_detail: Binding | null;
  readonly until: Date | null;
  /** The version that the walk is in; null: whichever the enrollment is in. */
  readonly digest?: string | null;
  /** Null: it is written whatever was written before. */
  readonly progress?: readonly number[] | null;
  /** Kept beside it. */
  readonly walk?: KeptWalk | null;
}

// A pause is written here first and the walk hears of it later, so the row decides whether it is paused.
const STATUS = `case when a.status = 'needs_person' then a.status when e.paused then 'paused' else 'active' end`;

/**
 * Writes status snapshots. Null where nothing is written: a finished enrollment stays as it ended, one that was moved stays in its new
 * version, and a later snapshot is not replaced by an earlier one. Else whether a task of it is open, which is exact only
 * where the enrollment was locked before.
 */
export const writeSnapshot = setwise(writeSnapshots, { writes: true });

async function writeSnapshots(
  tx: Queryable,
  snapshots: readonly SnapshotRow[],
): Promise<({ asked: boolean } | null)[]> {
  const { rows } = await tx.query<{ enrollment_id: string; asked: boolean }>(
    `with asked as materialized (
       select * from jsonb_to_recordset($1) as a (enrollment_id text, node text, visit int, status text, waiting_kind text, waiting_text text,
         waiting_detail jsonb, until timestamptz, digest text, progress int[], ${KEPT_COLUMNS})
     ), stood as (
       update enrollments e set node = a.node, visit = a.visit, status = ${STATUS}, waiting_kind = a.waiting_kind,
              waiting_text = a.waiting_text, until = a.until, waiting_detail = a.waiting_detail, progress = coalesce(a.progress, e.progress)
         from asked a
        where e.id = a.enrollment_id and e.status <> 'finished' and e.digest = coalesce(a.digest, e.digest)
          and e.progress <= coalesce(a.progress, e.progress)
       returning e.id as enrollment_id, exists (select from tasks t where t.enrollment_id = e.id and t.status = 'open') as asked
     ), kept as (${keepWalk('asked join stood using (enrollment_id)')})
     select enrollment_id, asked from stood`,
    [jsonRows(snapshots.map(({ walk = null, ...snapshot }) => ({ ...snapshot, ...keptColumns(walk) })))],
  );
  const found = new Map(rows.map(({ enrollment_id, asked }) => [enrollment_id, { asked }]));
  return snapshots.map(({ enrollment_id }) => found.get(enrollment_id) ?? null);
}
