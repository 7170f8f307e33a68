import type { Queryable } from '../../postgres/database.ts';
import type { SuppressedName } from './suppression-names.ts';

export interface FoundSuppression {
  readonly id: string;
  readonly kind: string;
  readonly reason: string;
}

/** The first entry of the do-not-contact list that one of the names, or anything known of these people, is on. */
export async function findSuppression(
  tx: Queryable,
  who: { readonly names: readonly SuppressedName[]; readonly lead_ids: readonly string[] },
): Promise<FoundSuppression | null> {
  const { rows } = await tx.query<FoundSuppression & Record<string, unknown>>(
    `select s.id, s.kind, s.reason
       from (select kind, value from unnest($1::text[], $2::text[]) as given (kind, value)
             union select kind, value from identities where lead_id = any($3)
             union select 'domain', split_part(value, '@', 2) from identities where lead_id = any($3) and kind = 'email'
             union select 'company', company_key from leads where id = any($3)
            ) as name (kind, value)
       join suppressions s on s.kind = name.kind and s.value = name.value
      limit 1`,
    [who.names.map(({ kind }) => kind), who.names.map(({ value }) => value), [...who.lead_ids]],
  );
  return rows[0] ?? null;
}
