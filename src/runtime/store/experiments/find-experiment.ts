import type { Queryable } from '../../../shared/postgres/database.ts';
import { type ExperimentKey, type ExperimentRow, FIELDS, valuesOf } from './experiment-row.ts';

/** Null: nobody has come to it yet. */
export async function findExperiment(db: Queryable, key: ExperimentKey): Promise<ExperimentRow | null> {
  const { rows } = await db.query<ExperimentRow & Record<string, unknown>>(
    `select ${FIELDS} from experiments where sequence = $1 and node = $2 and metric = $3 and arms = $4`,
    valuesOf(key),
  );
  return rows[0] ?? null;
}
