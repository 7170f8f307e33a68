import type { Queryable } from '../../../shared/postgres/database.ts';
import type { TextRow } from './text-row.ts';

/**
 * The answer of a table to an erasure. Every column is named once: a test walks the schema, and a new column without an answer fails it. Conditions
 * and values are SQL, over `:leads`, `:enrollments` (text[]: ids) and `:names` (text[]: `kind:value`).
 */
export interface TableAnswer {
  /** Which rows are the person's. Absent: none is, by any id. */
  readonly persons?: string;
  /** Rows that name the person in any text and fit this condition are theirs too, because they are nobody else's. */
  readonly persons_if_named?: string;
  /**
   * Rows that name the person and fit this condition stay as they are: they are of a lead that has the same name now. Somebody took the person
   * off the do-not-contact list and brought them back before the erasure had come to its end.
   */
  readonly came_back_if?: string;
  /** Rows that name the person in one of these columns are hashed whole: what they say has to hold without their words. */
  readonly hashed?: { readonly columns: readonly string[]; hash(tx: Queryable, row: TextRow): Promise<boolean> };
  /** Others claim rows of it without a lock of ours: those that somebody has are left for the next time. */
  readonly claimed?: true;
  /** The person's rows are removed, and these columns with them. */
  readonly removes?: readonly string[];
  /** The person's rows stay, with these values in their place. */
  readonly empties?: Readonly<Record<string, string>>;
  /** The column that says whose conversations are read again from these texts, once a name was taken out of one. */
  readonly rereads?: 'lead_id' | 'enrollment_id';
  /** No row is the person's: their names are replaced wherever they are found in these texts. */
  readonly redacts?: readonly string[];
  /** Stays as it is, by the reason why it may. */
  readonly keeps?: Readonly<Record<string, readonly string[]>>;
}

export type ErasureMap = Readonly<Record<string, TableAnswer>>;

export const OF_LEAD = 'lead_id = any(:leads)';
export const OF_ENROLLMENT = 'enrollment_id = any(:enrollments)';

/** The text in place of words that were erased. */
export const ERASED = '(erased)';
export const ERASED_TEXT = `'${ERASED}'`;

/** Reasons that several tables have. */
export const NO_WORDS = 'numbers, times, ids and codes of ours';
export const OUR_OWN = 'our own accounts, keys and texts, which are of no lead';

/** The one answer of each column. */
export function answersOf(answer: TableAnswer): ReadonlyMap<string, string> {
  const all: [string, string][] = [
    ...(answer.removes ?? []).map((column): [string, string] => [column, 'removes']),
    ...Object.keys(answer.empties ?? {}).map((column): [string, string] => [column, 'empties']),
    ...(answer.redacts ?? []).map((column): [string, string] => [column, 'redacts']),
    ...Object.values(answer.keeps ?? {}).flatMap((columns) =>
      columns.map((column): [string, string] => [column, 'keeps']),
    ),
  ];
  const answers = new Map(all);
  if (answers.size < all.length)
    throw new Error(`a column has two answers: ${all.map(([column]) => column).join(', ')}`);
  return answers;
}
