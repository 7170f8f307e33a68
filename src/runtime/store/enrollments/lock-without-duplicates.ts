import type { Queryable } from '../../../shared/postgres/database.ts';
import { setwise, waitElsewhere } from '../../../shared/postgres/shared-transaction.ts';
import { ONLY_LOCKS } from '../../../shared/postgres/statements.ts';
import { LOCK_RANKS } from '../lock-ranks.ts';
import { type AskedDuplicates, DUPLICATES, duplicatesAsked } from './find-newer-duplicates.ts';
import { COLUMNS, type LockedEnrollment } from './lock-enrollment.ts';

/**
 * Locks an enrollment in a transaction that others share, whose new names are locked already. Where these give away newer enrollments, which would be
 * locked with it, it leaves the transaction, as where somebody else has it.
 */
export async function lockWithoutDuplicates(tx: Queryable, asked: AskedDuplicates): Promise<LockedEnrollment | null> {
  const locked = await lockAll(tx, asked);
  if (locked === null || locked.duplicates) waitElsewhere(tx);
  return locked;
}

type Row = LockedEnrollment & { readonly duplicates: boolean };

const lockAll = setwise(
  async (tx: Queryable, asked: readonly AskedDuplicates[]): Promise<(Row | null)[]> => {
    const { rows } = await tx.query<Row & Record<string, unknown>>(
      `with duplicates as materialized ( ${ONLY_LOCKS} ${DUPLICATES})
       select ${COLUMNS}, exists (select from duplicates d where d.mine = e.id) as duplicates
         from enrollments e where e.id = any($2) order by e.id for no key update of e skip locked`,
      [duplicatesAsked(asked), asked.map(({ enrollment_id }) => enrollment_id)],
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return asked.map(({ enrollment_id }) => found.get(enrollment_id) ?? null);
  },
  { rank: LOCK_RANKS.enrollments },
);
