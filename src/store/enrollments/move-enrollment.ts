import type { Queryable } from '../../postgres/database.ts';

/** The enrollment is in another version from now on. What it did is kept as done in the version that it did it in. */
export async function moveEnrollment(
  tx: Queryable,
  to: {
    readonly id: string;
    readonly version: number;
    readonly digest: string;
    readonly node: string;
    readonly senders: Readonly<Record<string, string>>;
  },
): Promise<void> {
  await tx.query(
    `update intents i set digest = e.digest from enrollments e where e.id = $1 and i.enrollment_id = e.id and i.digest is null`,
    [to.id],
  );
  await tx.query('update enrollments set version = $2, digest = $3, node = $4, senders = $5 where id = $1', [
    to.id,
    to.version,
    to.digest,
    to.node,
    JSON.stringify(to.senders),
  ]);
}
