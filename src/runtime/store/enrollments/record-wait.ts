import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { type GivenSlots, giveSlotsBy, giveSlotsValues } from '../slots/save-slot.ts';
import { linesBy, type NewLine } from '../timeline/add-line.ts';
import { type SnapshotRow, type Stood, snapshotRows, stoodBy } from './write-snapshot.ts';

interface RecordedWait {
  readonly line: NewLine;
  /** The slots that the step waits for. */
  readonly given: GivenSlots;
  /** Absent: the walk records its snapshot itself. */
  readonly snapshot?: SnapshotRow;
}

type Row = Pick<Stood, 'asked'> & { readonly id: string };

/**
 * Records that a step waits for its slots: these, its line and the snapshot, in one round trip. The enrollment and the account are locked. Returns what
 * `writeSnapshot` does.
 */
export const recordWait = setwise(
  async (tx: Queryable, waits: readonly RecordedWait[]): Promise<(Pick<Stood, 'asked'> | null)[]> => {
    const { rows } = await tx.query<Row & Record<string, unknown>>(RECORD, [
      snapshotRows(waits.flatMap(({ snapshot = [] }) => snapshot)),
      jsonRows(waits.map(({ line }) => line)),
      ...giveSlotsValues(waits.map(({ given }) => given)),
    ]);
    const stood = new Map(rows.map((row) => [row.id, row]));
    return waits.map(({ line }) => stood.get(line.enrollment_id) ?? null);
  },
  { writes: true },
);

const RECORD = `
  with lines as (${linesBy('$2')}), ${stoodBy('$1')}, ${giveSlotsBy(3)}
  select enrollment_id as id, asked from stood`;
