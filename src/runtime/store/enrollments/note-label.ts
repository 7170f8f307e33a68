import type { Queryable } from '../../../shared/postgres/database.ts';

/**
 * Notes the label of these people's answer, or null, in their enrollments: in all that have not ended, else in the one that ended last. `locked`: the
 * enrollments that are locked; others are left alone. Returns those that have not ended.
 */
export async function noteLabel(
  tx: Queryable,
  {
    lead_ids,
    locked,
    label,
    at,
  }: {
    readonly lead_ids: readonly string[];
    readonly locked: readonly string[];
    readonly label: string | null;
    readonly at: Date;
  },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string; open: boolean }>(
    `update enrollments e set label = $3, labeled_at = case when $3::text is not null then $4::timestamptz end
      where e.lead_id = any($1) and e.id = any($2)
        and (e.status <> 'finished' or e.id = (
          select newest.id from enrollments newest
           where newest.lead_id = e.lead_id
             and not exists (select from enrollments open where open.lead_id = e.lead_id and open.status <> 'finished')
           order by newest.finished_at desc, newest.id desc limit 1))
      returning e.id, e.status <> 'finished' as open`,
    [[...lead_ids], [...locked], label, at],
  );
  return rows.flatMap(({ id, open }) => (open ? [id] : [])).toSorted();
}

/** Without locking them. */
export async function listEnrollmentsOf(db: Queryable, leadIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select id from enrollments where lead_id = any($1) order by id', [
    [...leadIds],
  ]);
  return rows.map(({ id }) => id);
}
