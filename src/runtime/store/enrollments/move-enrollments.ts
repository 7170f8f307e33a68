import type { Queryable } from '../../../shared/postgres/database.ts';

export interface Mover {
  readonly id: string;
  /** Null: has not begun. */
  readonly node: string | null;
  readonly senders: Readonly<Record<string, string>>;
}

/** The enrollments are in another version from now on. What they did is kept as done in the version that they did it in. */
export async function moveEnrollments(
  tx: Queryable,
  to: { readonly version: number; readonly digest: string },
  people: readonly Mover[],
): Promise<void> {
  const ids = people.map(({ id }) => id);
  await tx.query(
    `update intents i set digest = e.digest from enrollments e
      where e.id = any($1) and i.enrollment_id = e.id and i.digest is null`,
    [ids],
  );
  await tx.query(
    `update enrollments e set version = $2, digest = $3, node = m.node, senders = m.senders::jsonb
       from unnest($1::text[], $4::text[], $5::text[]) as m (id, node, senders) where e.id = m.id`,
    [ids, to.version, to.digest, people.map(({ node }) => node), people.map(({ senders }) => JSON.stringify(senders))],
  );
}
