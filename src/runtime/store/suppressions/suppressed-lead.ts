import { erasedHash } from '../erasure/erased-hash.ts';

/** SQL: the names of one person, read as those of one person (`offset 0`): before the names are counted Postgres would look for all addresses as well. */
const namesOf = (lead: string): string =>
  `(select kind, value from identities where lead_id = ${lead}.id offset 0) as i`;

/**
 * Whether anything known of the person in `lead` is on the do-not-contact list: their own entry, their names, the domains of their
 * addresses and those above them, their company. The same as `findSuppressions` finds.
 */
const SUPPRESSED_LEAD = (lead: string): string => `(
  exists (select from suppressions s where s.kind = 'lead' and s.value = ${lead}.id)
  or exists (select from suppressions s where s.kind = 'company' and s.value = ${lead}.company_key)
  or exists (select from suppressions s where s.kind = 'erased' and s.value = ${erasedHash(`'company:' || ${lead}.company_key`)})
  or exists (select from ${namesOf(lead)} join suppressions s on s.kind = i.kind and s.value = i.value)
  or exists (select from ${namesOf(lead)} join suppressions s on s.kind = 'erased' and s.value = ${erasedHash("i.kind || ':' || i.value")})
  or exists (select from ${namesOf(lead)}, split_part(i.value, '@', 2) as domain, generate_series(0, length(domain)) as dot,
               unnest(array['domain', 'erased'], array[substr(domain, dot + 1), ${erasedHash("'domain:' || substr(domain, dot + 1)")}]) as entry (kind, value)
               join suppressions s on s.kind = entry.kind and s.value = entry.value
              where i.kind = 'email' and (dot = 0 or substr(domain, dot, 1) = '.')))`;

/** SQL: the domains of addresses whose entry, their own or of one above them, is of the kind and has the value. */
const domainsListed = (kind: string, value: (domain: string) => string): string => `
  select known.domain from (select distinct split_part(value, '@', 2) as domain from identities where kind = 'email') as known
    cross join lateral (select string_to_array(known.domain, '.') as parts) as p
    cross join lateral generate_subscripts(p.parts, 1) as at
    join suppressions s on s.kind = '${kind}' and s.value = ${value("array_to_string(p.parts[at:], '.')")}`;

/** SQL: only where there is any entry of the kind, since each name is read for it. */
const isListed = (kind: string): string => `(select exists (select from suppressions where kind = '${kind}'))`;

/**
 * The ids of all for whom `SUPPRESSED_LEAD` is true, found from the entries: of a million people hardly any is on the list. What was hashed, and domains, can only be looked
 * for among all names.
 */
const SUPPRESSED_LEADS = `array(
  select s.value from suppressions s where s.kind = 'lead'
  union all select i.lead_id from suppressions s join identities i on i.kind = s.kind and i.value = s.value
  union all select l.id from suppressions s join leads l on l.company_key = s.value where s.kind = 'company'
  union all select i.lead_id from identities i
             where ${isListed('domain')} and i.kind = 'email' and split_part(i.value, '@', 2) in (${domainsListed('domain', (domain) => domain)})
  union all select i.lead_id from identities i
             where ${isListed('erased')} and ${erasedHash("i.kind || ':' || i.value")} in (select value from suppressions where kind = 'erased')
  union all select i.lead_id from identities i
             where ${isListed('erased')} and i.kind = 'email' and split_part(i.value, '@', 2) in (${domainsListed('erased', (domain) => erasedHash(`'domain:' || ${domain}`))})
  union all select l.id from leads l
             where ${isListed('erased')} and ${erasedHash("'company:' || l.company_key")} in (select value from suppressions where kind = 'erased'))`;

/**
 * SQL: whether the person with this id is on the list, or is not, as the value at `place` says. The second is asked as a value (`select`), which Postgres takes to be true of every other person, and not of
 * hardly any: it looks at one after the other until a page is full.
 */
export const isSuppressed = (lead_id: string, place: string, value: unknown): string =>
  value === true
    ? `(${place}::boolean and ${lead_id} = any(${SUPPRESSED_LEADS}))`
    : `(select ${SUPPRESSED_LEAD('asked')} = ${place} from leads asked where asked.id = ${lead_id})`;
