import type { Queryable } from '../../../shared/postgres/database.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { type End, endedBy, endRows, LINES_OF_ENDS } from '../enrollments/finish-enrollment.ts';
import { type SnapshotRow, type Stood, snapshotRows, stoodBy } from '../enrollments/write-snapshot.ts';
import { tell } from '../timeline/add-line.ts';
import { type IntentOutcome, LINES_OF_OUTCOMES, outcomeRows, RECORDED } from './record-outcome.ts';

/** The outcome of a step's call, and where its walk stands now or how it ends. */
export interface StepOutcome {
  readonly outcome: IntentOutcome;
  readonly snapshot?: SnapshotRow;
  readonly end?: End;
}

export interface StepRecorded {
  /** Whether the outcome was recorded, as `recordOutcome` returns it. Where it is false, the rest is not to be kept either. */
  readonly settled: boolean;
  /** The answer of `writeSnapshot`. */
  readonly stood: Stood | null;
  /** The answer of `finishEnrollment`. */
  readonly ended: boolean;
  /** The enrollment was not ended, because it has open tasks or booked slots. */
  readonly has_leftovers: boolean;
}

/** Records the outcome and writes the snapshot or the end behind it, all in one round trip. The enrollments are locked. */
export const recordStep = setwise(
  async (tx: Queryable, steps: readonly StepOutcome[]): Promise<StepRecorded[]> => {
    const { rows } = await tx.query<Row & Record<string, unknown>>(RECORD, [
      outcomeRows(steps.map(({ outcome }) => outcome)),
      snapshotRows(steps.flatMap(({ snapshot = [] }) => snapshot)),
      endRows(steps.flatMap(({ end = [] }) => end)),
    ]);
    const settled = new Set(rows.map(({ key }) => key));
    const of = (what: Row['what']) => new Map(rows.flatMap((row) => (row.what === what ? [[row.id, row]] : [])));
    const [stood, ended, leftovers] = [of('stood'), of('ended'), of('leftovers')];
    return steps.map(({ outcome, snapshot, end }) => {
      const stands = snapshot && stood.get(snapshot.enrollment_id);
      return {
        settled: settled.has(outcome.key),
        stood: stands ? { enrollment_id: stands.id, asked: stands.asked } : null,
        ended: end !== undefined && ended.has(end.enrollment_id),
        has_leftovers: end !== undefined && leftovers.has(end.enrollment_id),
      };
    });
  },
  { writes: true },
);

interface Row {
  readonly what: 'settled' | 'stood' | 'ended' | 'leftovers';
  /** Id of the enrollment. */
  readonly id: string;
  /** Key of the intent that was settled. */
  readonly key: string | null;
  readonly asked: boolean;
}

const RECORD = `
  with ${RECORDED}, ${stoodBy('$2')}, ${endedBy('$3', { spares_leftovers: true })}, added_lines as (${tell(`
    select enrollment_id, at, node, type, title, detail from (
      select 1 as place, o.* from (${LINES_OF_OUTCOMES}) as o union all select 2, e.* from (${LINES_OF_ENDS}) as e
    ) as lines order by place`)}
  )
  select 'settled' as what, enrollment_id as id, key, false as asked from settled
  union all select 'stood', enrollment_id, null, asked from stood
  union all select 'ended', id, null, false from ended
  union all select 'leftovers', enrollment_id, null, false from leftovers`;
