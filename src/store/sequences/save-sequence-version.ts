import type { Plan } from '../../plan/plan.ts';
import type { Database } from '../../postgres/database.ts';

export interface SavedVersion {
  readonly kind: 'created' | 'unchanged';
  readonly version: number;
}

/** A new version of the sequence; the same digest again is the version it already is, and becomes the current one. */
export async function saveSequenceVersion(
  db: Database,
  given: {
    readonly name: string;
    readonly digest: string;
    readonly plan: Plan;
    readonly source: string;
    readonly at: Date;
  },
): Promise<SavedVersion> {
  return db.transaction(async (tx) => {
    await tx.query('insert into plans (digest, plan) values ($1, $2) on conflict do nothing', [
      given.digest,
      JSON.stringify(given.plan),
    ]);
    // The row lock orders two applies of one sequence.
    await tx.query('insert into sequences (name, current_version) values ($1, 0) on conflict do nothing', [given.name]);
    await tx.query('select name from sequences where name = $1 for update', [given.name]);
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
    await tx.query('update sequences set current_version = $2 where name = $1', [given.name, version]);
    return { kind: newest?.same ? 'unchanged' : 'created', version };
  });
}
