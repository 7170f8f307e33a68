import type { Queryable } from '../../../shared/postgres/database.ts';
import type { TallyRow } from './experiment-row.ts';

/** The arm that a person was given, with the shares that held then and what they followed from. */
export interface ArmChoiceRow {
  readonly enrollment_id: string;
  readonly node: string;
  readonly experiment_id: string;
  readonly arm: string;
  readonly at: Date;
  readonly shares: Readonly<Record<string, number>>;
  readonly seen: Readonly<Record<string, TallyRow>>;
  /** When what came of it is looked at. */
  readonly look_at: Date | null;
}

/** The arm that was given already; null: none, or one of another experiment. */
export async function findArmChoice(
  tx: Queryable,
  { enrollment_id, node, experiment_id }: Pick<ArmChoiceRow, 'enrollment_id' | 'node' | 'experiment_id'>,
): Promise<string | null> {
  const { rows } = await tx.query<{ arm: string }>(
    'select arm from arm_choices where enrollment_id = $1 and node = $2 and experiment_id = $3',
    [enrollment_id, node, experiment_id],
  );
  return rows[0]?.arm ?? null;
}

/** Writes it down; who was given an arm of an earlier experiment there counts in this one from now on. */
export async function saveArmChoice(tx: Queryable, choice: ArmChoiceRow): Promise<void> {
  const { enrollment_id, node, experiment_id, arm, at, shares, seen, look_at } = choice;
  await tx.query(
    `insert into arm_choices (enrollment_id, node, experiment_id, arm, at, shares, seen, look_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (enrollment_id, node) do update set experiment_id = $3, arm = $4, at = $5, shares = $6, seen = $7, look_at = $8, judged_at = null, success = null`,
    [enrollment_id, node, experiment_id, arm, at, JSON.stringify(shares), JSON.stringify(seen), look_at],
  );
}
