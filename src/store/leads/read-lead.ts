import type { Queryable } from '../../postgres/database.ts';

export interface LeadRow {
  readonly id: string;
  readonly profile_url: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly headline: string | null;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly company: string | null;
  readonly location: string | null;
  readonly timezone: string | null;
  readonly country: string | null;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  /** Null: nobody has said so yet. */
  readonly premium: boolean | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export async function readLead(db: Queryable, id: string): Promise<LeadRow | null> {
  const { rows } = await db.query<LeadRow & Record<string, unknown>>('select * from leads where id = $1', [id]);
  return rows[0] ?? null;
}

/** Newest first, before the id `before`; `q` is looked for in names, company, address and every known name. */
export async function listLeads(
  db: Queryable,
  query: { readonly q: string | null; readonly before: string | null; readonly limit: number },
): Promise<LeadRow[]> {
  const pattern = query.q === null ? null : `%${query.q.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await db.query<LeadRow & Record<string, unknown>>(
    `select l.* from leads l
      where ($1::text is null or l.id < $1)
        and ($2::text is null
          or concat_ws(' ', l.first_name, l.last_name, l.company, l.email, l.profile_url) ilike $2
          or exists (select from identities i where i.lead_id = l.id and i.value ilike $2))
      order by l.id desc limit $3`,
    [query.before, pattern, query.limit],
  );
  return rows;
}
