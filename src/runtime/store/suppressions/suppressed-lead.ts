import { erasedHash } from '../erasure/erased-hash.ts';

/**
 * Whether anything known of the person in `lead` is on the do-not-contact list: their own entry, their names, the domains of their
 * addresses and those above them, their company. The same as `findSuppressions` finds.
 */
export const SUPPRESSED_LEAD = (lead: string): string => `(
  exists (select from suppressions s where s.kind = 'lead' and s.value = ${lead}.id)
  or exists (select from suppressions s where s.kind = 'company' and s.value = ${lead}.company_key)
  or exists (select from suppressions s where s.kind = 'erased' and s.value = ${erasedHash(`'company:' || ${lead}.company_key`)})
  or exists (select from identities i join suppressions s on s.kind = i.kind and s.value = i.value where i.lead_id = ${lead}.id)
  or exists (select from identities i join suppressions s on s.kind = 'erased' and s.value = ${erasedHash("i.kind || ':' || i.value")}
              where i.lead_id = ${lead}.id)
  or exists (select from identities i, split_part(i.value, '@', 2) as domain, generate_series(0, length(domain)) as dot,
               unnest(array['domain', 'erased'], array[substr(domain, dot + 1), ${erasedHash("'domain:' || substr(domain, dot + 1)")}]) as entry (kind, value)
               join suppressions s on s.kind = entry.kind and s.value = entry.value
              where i.lead_id = ${lead}.id and i.kind = 'email' and (dot = 0 or substr(domain, dot, 1) = '.')))`;
