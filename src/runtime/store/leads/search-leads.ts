import { emailIdentity, type Identity, phoneIdentity, profileIdentity } from '../../../shared/identity/identity.ts';
import { byId, type Listing } from '../listing.ts';
import { type LeadFilter, leadConditions } from './lead-filter.ts';
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
export function foundLeadListing(text: string, filter: LeadFilter): Listing<FoundLead> {
  const words = text.trim().replace(/\s+/g, ' ').normalize('NFC');
  const slug = /[/:@]/.test(words) ? null : profileIdentity(words);
  const isWord = slug?.kind === 'slug';
  const whole = [isWord ? null : profileIdentity(words), emailIdentity(words), phoneIdentity(words)];
  const names = whole.filter((identity): identity is Identity => identity !== null);
  const meant = [
    words,
    names.map(({ kind }) => kind),
    names.map(({ value }) => value),
    words.replace(/[\\%_]/g, '\\$&'),
    isWord ? slug.value : null,
  ];
  const conditions = leadConditions(filter, 'found', meant.length);
  return {
    columns: `found.*, (${FITS_IN_SQL})[found.rank] as fit`,
    tables: `(
       select l.*, case
           when l.id = $1 or l.id = (select merged_into from leads where id = $1) or exists (select from identities i
             where i.lead_id = l.id and (i.kind, i.value) in (select * from unnest($2::text[], $3::text[]))) then 1
           when lower(name.whole) = lower($1) then 2
           when ' ' || name.whole || ' ' ilike '% ' || $4 || ' %' then 3
           when ' ' || name.whole ilike '% ' || $4 || '%' then 4
           when l.email ilike $4 || '%' then 5
           when exists (select from identities i where i.lead_id = l.id and i.kind = 'slug' and i.value = $5) then 6
           when ' ' || l.company ilike '% ' || $4 || '%' then 7
         end as rank
         from leads l, lateral (select btrim(concat_ws(' ', btrim(l.first_name), btrim(l.last_name))) as whole) as name
        where l.merged_into is null) as found`,
    where: `found.rank is not null and ${conditions.text}`,
    values: [...meant, ...conditions.values],
    orders: {
      // The best last, and among equals the newest.
      fit: [
        { sql: '-found.rank', of: ({ fit }) => -1 - FITS.indexOf(fit), kind: 'number' },
        ...byId<FoundLead>('found.id'),
      ],
    },
    usual: '-fit',
  };
}

const FITS_IN_SQL = `array[${FITS.map((fit) => `'${fit}'`).join(', ')}]`;
