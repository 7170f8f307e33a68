import type { Queryable } from '../../../shared/postgres/database.ts';

/** Adds tags in the order in which they came, each once. */
export async function addTags(tx: Queryable, leadId: string, tags: readonly string[], at: Date): Promise<void> {
  if (tags.length === 0) return;
  await tx.query(
    `update leads set tags = tags || array(select tag from unnest($2::text[]) with ordinality as given (tag, place)
                                             where tag <> all(tags) order by place), updated_at = $3
      where id = $1 and not tags @> $2::text[]`,
    [leadId, [...tags], at],
  );
}
