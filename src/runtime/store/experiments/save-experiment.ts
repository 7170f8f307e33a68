import type { Queryable } from '../../../shared/postgres/database.ts';
import type { ExperimentRow } from './experiment-row.ts';

/** Saves an experiment that is locked. `decided_at` stays that of the first decision. */
export async function saveExperiment(
  tx: Queryable,
  { id, tallies, look_at, winner }: Omit<ExperimentRow, 'decided_at'>,
  at: Date,
): Promise<void> {
  await tx.query(
    `update experiments set tallies = $2, look_at = $3, winner = $4::text, decided_at = case when $4::text is not null then coalesce(decided_at, $5) end
      where id = $1`,
    [id, JSON.stringify(tallies), look_at, winner, at],
  );
}
