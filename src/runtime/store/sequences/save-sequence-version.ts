import type { Plan } from '../../../language/plan/plan.ts';
import type { Database, Queryable } from '../../../shared/postgres/database.ts';

export interface SavedVersion {
  readonly kind: 'created' | 'unchanged';
  readonly version: number;
}

export interface NewVersion {
  readonly name: string;
  readonly digest: string;
  readonly plan: Plan;
  readonly source: string;
  readonly at: Date;
  /** The change plan that it came by. */
  readonly plan_id?: string;
}

/** A new version of the sequence; the same digest again is the version it already is, and becomes the current one. */
export function saveSequenceVersion(db: Database, given: NewVersion): Promise<SavedVersion> {
  return db.transaction((tx) => publishVersion(tx, given));
}

export async function publishVersion(tx: Queryable, given: NewVersion): Promise<SavedVersion> {
  await savePlan(tx, given);
  const current = await lockSequence(tx, given.name);
  const { rows } = await tx.query<{ version: number; same: boolean }>(
    `select version, digest = $2 as same from sequence_versions where sequence = $1
      order by digest = $2 desc, version desc limit 1`,
    [given.name, given.digest],
  );
  const newest = rows[0];
  const version = newest?.same ? newest.version : (newest?.version ?? 0) + 1;
  if (!newest?.same) {
    await tx.query(
      'insert into sequence_versions (sequence, version, digest, source, created_at) values ($1, $2, $3, $4, $5)',
      [given.name, version, given.digest, given.source, given.at],
    );
  }
  if (version !== current) {
    await setCurrentVersion(tx, given.name, version);
    await tx.query('insert into current_versions (sequence, version, at, plan_id) values ($1, $2, $3, $4)', [
      given.name,
      version,
      given.at,
      given.plan_id ?? null,
    ]);
  }
  return { kind: newest?.same ? 'unchanged' : 'created', version };
}

export async function savePlan(
  tx: Queryable,
  { digest, plan }: { readonly digest: string; readonly plan: Plan },
): Promise<void> {
  await tx.query('insert into plans (digest, plan) values ($1, $2) on conflict do nothing', [
    digest,
    JSON.stringify(plan),
  ]);
}

/** The current version, 0 for a new sequence; nobody else changes it until the transaction ends. */
export async function lockSequence(tx: Queryable, name: string): Promise<number> {
  await tx.query('insert into sequences (name, current_version) values ($1, 0) on conflict do nothing', [name]);
  const { rows } = await tx.query<{ current_version: number }>(
    'select current_version from sequences where name = $1 for no key update',
    [name],
  );
  return rows[0]?.current_version ?? 0;
}

export async function setCurrentVersion(tx: Queryable, name: string, version: number): Promise<void> {
  await tx.query('update sequences set current_version = $2 where name = $1', [name, version]);
}
