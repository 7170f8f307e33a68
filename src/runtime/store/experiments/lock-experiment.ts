import type { Queryable } from '../../../shared/postgres/database.ts';
import { type ExperimentKey, type ExperimentRow, FIELDS, valuesOf } from './experiment-row.ts';

/** Those who come to a split take their arms one after the other: each sees what all before have been given. */
export async function lockExperiment(tx: Queryable, key: ExperimentKey): Promise<ExperimentRow> {
  const lock = () =>
    tx.query<ExperimentRow & Record<string, unknown>>(
      `select ${FIELDS} from experiments where sequence = $1 and node = $2 and metric = $3 and arms = $4 for no key update`,
      valuesOf(key),
    );
  const found = (await lock()).rows[0];
  if (found) return found;
  await tx.query(
    'insert into experiments (sequence, node, metric, arms) values ($1, $2, $3, $4) on conflict do nothing',
    valuesOf(key),
  );
  const [begun] = (await lock()).rows;
  if (!begun) throw new Error(`the experiment of ${key.sequence}/${key.node} was begun and is not there`);
  return begun;
}
