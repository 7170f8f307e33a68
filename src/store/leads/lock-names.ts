import type { Queryable } from '../../postgres/database.ts';

/**
 * Until the transaction ends nobody else finds, creates, suppresses or learns a person by one of these names (`kind:value`).
 * There may be no row yet to lock: two enrollments of a new person, or a name learned while its event is being read, would
 * otherwise not see each other. Sorted, so that two callers cannot block each other for good; take it before row locks.
 * `shared` names (a company, a mail domain) only keep a suppression of them out.
 */
export async function lockNames(
  tx: Queryable,
  names: readonly string[],
  shared: readonly string[] = [],
): Promise<void> {
  if (names.length > 0) await tx.query(statement('pg_advisory_xact_lock'), [sorted(names)]);
  if (shared.length > 0) await tx.query(statement('pg_advisory_xact_lock_shared'), [sorted(shared)]);
}

const statement = (lock: string): string =>
  `select ${lock}(hashtextextended(name, 4400)) from unnest($1::text[]) as name`;
const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort();
