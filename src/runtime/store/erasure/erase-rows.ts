import type { Queryable } from '../../../shared/postgres/database.ts';
import { lockEnrollments } from '../enrollments/lock-enrollments.ts';
import { lockLeads } from '../leads/lock-leads.ts';
import { ERASURE_MAP } from './erasure-map.ts';
import type { TableAnswer } from './table-answer.ts';

/** The ids and names by which an erasure finds the rows of a person. */
export interface ErasedPerson {
  readonly leads: readonly string[];
  readonly enrollments: readonly string[];
  /** `kind:value` */
  readonly names: readonly string[];
}

/** How many rows of each table. */
export type Counts = Readonly<Record<string, number>>;

export function addCounts(one: Counts, other: Counts): Counts {
  const sums: Record<string, number> = { ...one };
  for (const [what, count] of Object.entries(other)) sums[what] = (sums[what] ?? 0) + count;
  return sums;
}

/**
 * Does with the rows of this person what the map says, table by table; asked again, it finds nothing left to do. Rows that others claim without a lock of ours (events, the outbox) are left where somebody has them: the next time has them.
 */
export async function eraseRows(tx: Queryable, person: ErasedPerson): Promise<Counts> {
  const counts: Record<string, number> = {};
  await lockEnrollments(tx, person.enrollments);
  await lockLeads(tx, person.leads);
  for (const [table, answer] of Object.entries(ERASURE_MAP)) {
    if (answer.persons === undefined) continue;
    const erased = await eraseFrom(tx, table, answer, answer.persons, person);
    if (erased > 0) counts[table] = erased;
  }
  return counts;
}

/** Rows of one table that fit the condition. */
export async function eraseFrom(
  tx: Queryable,
  table: string,
  answer: TableAnswer,
  condition: string,
  person: ErasedPerson,
): Promise<number> {
  const { text, values } = bound(statementOf(table, answer, condition), person);
  const { rowCount } = await tx.query(text, values);
  return rowCount ?? 0;
}

function statementOf(table: string, { empties, claimed }: TableAnswer, condition: string): string {
  const all = / or /i.test(condition) ? `(${condition})` : condition;
  const left = empties === undefined ? condition : `${all} and ${differs(empties)}`;
  const where = claimed ? `ctid = any(array(select ctid from ${table} where ${left} for update skip locked))` : left;
  if (empties === undefined) return `delete from ${table} where ${where}`;
  const set = Object.entries(empties).map(([column, value]) => `${column} = ${value}`);
  return `update ${table} set ${set.join(', ')} where ${where}`;
}

export const differs = (empties: Readonly<Record<string, string>>): string =>
  `(${Object.entries(empties)
    .map(([column, value]) => `${column} is distinct from ${value}`)
    .join(' or ')})`;

/** Conditions name what they need; each is handed over once. */
export function bound(text: string, person: ErasedPerson): { readonly text: string; readonly values: unknown[] } {
  const values: unknown[] = [];
  const places = new Map<string, string>();
  const named = text.replace(/:(leads|enrollments|names)\b/g, (_, name: 'leads' | 'enrollments' | 'names') => {
    const place = places.get(name) ?? `$${values.push(person[name])}::text[]`;
    places.set(name, place);
    return place;
  });
  return { text: named, values };
}
