import type { Queryable } from '../../../shared/postgres/database.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { type End, endedBy, endRows, LINES_OF_ENDS } from '../enrollments/finish-enrollment.ts';
import { type SnapshotRow, type Stood, snapshotRows, stoodBy } from '../enrollments/write-snapshot.ts';
import { type Learned, learnedBy, learnedValues } from '../leads/learn-identities.ts';
import { tell } from '../timeline/add-line.ts';
import { type IntentOutcome, LINES_OF_OUTCOMES, outcomeRows, RECORDED } from './record-outcome.ts';

/** The outcome of a step's call, what was learned of the person by it, and where its walk stands now or how it ends. */
export interface StepOutcome {
  readonly outcome: IntentOutcome;
  readonly snapshot?: SnapshotRow;
  readonly end?: End;
  /** The names are locked, as for `learnAbout`. */
  readonly learned?: Learned;
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
    const recorded = [
      outcomeRows(steps.map(({ outcome }) => outcome)),
      snapshotRows(steps.flatMap(({ snapshot = [] }) => snapshot)),
      endRows(steps.flatMap(({ end = [] }) => end)),
    ];
    const learned = steps.flatMap(({ learned = [] }) => learned);
    const { rows } = await (learned.length === 0
      ? tx.query<Row & Record<string, unknown>>(`with ${RECORD} ${ALL_RECORDED}`, recorded)
      : tx.query<Row & Record<string, unknown>>(LEARN_AND_RECORD, [...recorded, ...learnedValues(learned)]));
    const settled = new Set(rows.map(({ key }) => key));
    const of = (what: Row['what']) =>
      new Map(rows.flatMap((row) => (row.what === what ? [[row.enrollment_id, row]] : [])));
    const [stood, ended, leftovers] = [of('stood'), of('ended'), of('leftovers')];
    return steps.map(({ outcome, snapshot, end }) => {
      const stands = snapshot && stood.get(snapshot.enrollment_id);
      return {
        settled: settled.has(outcome.key),
        stood: stands ? { enrollment_id: stands.enrollment_id, asked: stands.asked } : null,
        ended: end !== undefined && ended.has(end.enrollment_id),
        has_leftovers: end !== undefined && leftovers.has(end.enrollment_id),
      };
    });
  },
  { writes: true },
);

interface Row {
  readonly what: 'settled' | 'stood' | 'ended' | 'leftovers';
  readonly enrollment_id: string;
  /** Key of the intent that was settled. */
  readonly key: string | null;
  readonly asked: boolean;
}

const RECORD = `${RECORDED}, ${stoodBy('$2')}, ${endedBy('$3', { spares_leftovers: true })}, added_lines as (${tell(`
    select enrollment_id, at, node, type, title, detail from (
      select 1 as place, o.* from (${LINES_OF_OUTCOMES}) as o union all select 2, e.* from (${LINES_OF_ENDS}) as e
    ) as lines order by place`)}
  )`;

const ALL_RECORDED = `select 'settled' as what, enrollment_id, key, false as asked from settled
  union all select 'stood', enrollment_id, null, asked from stood
  union all select 'ended', id, null, false from ended
  union all select 'leftovers', enrollment_id, null, false from leftovers`;

// The names are asked for first, which locks their people: that comes before the lock of an intent. None fits the condition.
const LEARN_AND_RECORD = `with ${learnedBy(4)}, ${RECORD}
  select 'named' as what, null as enrollment_id, null as key, false as asked from (select count(*) as names from added) as n where names < 0
  union all ${ALL_RECORDED}`;
