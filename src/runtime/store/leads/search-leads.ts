import type { Queryable } from '../../../shared/postgres/database.ts';
import { emailIdentity, type Identity, phoneIdentity, profileIdentity } from './identity.ts';
import type { LeadRow } from './read-lead.ts';

/** How what was looked for fits a lead; whoever fits best comes first. */
export const FITS = ['id', 'name', 'part_of_name', 'beginning_of_name', 'address', 'slug', 'company'] as const;
export type Fit = (typeof FITS)[number];

export interface FoundLead extends LeadRow {
  readonly fit: Fit;
}

/**
 * Who is meant by some words: by a whole id, address or profile, by name, or by the beginning of a name, an address or a company.
 * Never by a piece out of the middle, which names nobody. A single word is a name before it is somebody's slug.
 */
export async function searchLeads(
  db: Queryable,
  query: {
    readonly words: string;
    readonly after: { readonly fit: Fit; readonly id: string } | null;
    readonly limit: number;
  },
): Promise<FoundLead[]> {
  const words = query.words.trim().replace(/\s+/g, ' ').normalize('NFC');
  const slug = /[/:@]/.test(words) ? null : profileIdentity(words);
  const isWord = slug?.kind === 'slug';
  const whole = [isWord ? null : profileIdentity(words), emailIdentity(words), phoneIdentity(words)];
  const names = whole.filter((identity): identity is Identity => identity !== null);
  const { rows } = await db.query<LeadRow & { fit: number } & Record<string, unknown>>(
    `select found.* from (
       select l.*, case
           when l.id = $1 or l.id = (select merged_into from leads where id = $1) or exists (select from identities i
             where i.lead_id = l.id and (i.kind, i.value) in (select * from unnest($2::text[], $3::text[]))) then 0
           when lower(name.whole) = lower($1) then 1
           when ' ' || name.whole || ' ' ilike '% ' || $4 || ' %' then 2
           when ' ' || name.whole ilike '% ' || $4 || '%' then 3
           when l.email ilike $4 || '%' then 4
           when exists (select from identities i where i.lead_id = l.id and i.kind = 'slug' and i.value = $5) then 5
           when ' ' || l.company ilike '% ' || $4 || '%' then 6
         end as fit
         from leads l, lateral (select btrim(concat_ws(' ', btrim(l.first_name), btrim(l.last_name))) as whole) as name
        where l.merged_into is null) as found
      where fit is not null and ($6::int is null or fit > $6 or (fit = $6 and id < $7))
      order by fit, id desc limit $8`,
    [
      words,
      names.map(({ kind }) => kind),
      names.map(({ value }) => value),
      words.replace(/[\\%_]/g, '\\$&'),
      isWord ? slug.value : null,
      query.after === null ? null : FITS.indexOf(query.after.fit),
      query.after?.id ?? null,
      query.limit,
    ],
  );
  return rows.map((row) => ({ ...row, fit: FITS[row.fit] ?? 'company' }));
}
