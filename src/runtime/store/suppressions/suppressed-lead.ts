import type { Identity } from '../../../shared/identity/identity.ts';
import { domainsOf, HAS_OTHER_LABELS, isBelowOneOf, isOfDomain, isOfOneOf, turned } from './domain-index.ts';
import { isNamesake } from './namesakes.ts';

/** How entries of one kind and the people whom they are about are found, from either side. */
interface Way {
  /** SQL: the ids of all who are listed so, as rows of `lead_id`. Each entry is looked up by itself (`offset 0`): however many Postgres takes them for, nobody else is read. */
  readonly listed: string;
  /** SQL: the same where all entries are looked up at once: an index goes through them side by side, which takes a third of the time. Without the index Postgres would compare each row with each entry. */
  readonly listed_at_once?: string;
  /** SQL: whether the person in `lead` is. */
  readonly is: (lead: string) => string;
}

/** SQL: entries of a name of one person, or of a domain of an address of theirs. Names are read first, and each is looked up by itself: before they are counted Postgres would look for all addresses as well. */
const entriesOfNames = (lead: string): string =>
  `select from (select kind, value from identities where lead_id = ${lead}.id offset 0) as i
     cross join lateral (
       select from (select i.kind, i.value union all select 'domain', domain from ${domainsOf('i.value')} as above where i.kind = 'email') as n
         cross join lateral (select from suppressions s where s.kind = n.kind and s.value = n.value offset 0) as s offset 0) as entry`;

const KINDS = { email: 1, phone: 1, slug: 1, profile_id: 1, urn: 1, conversation: 1 } as const satisfies Record<
  Identity['kind'],
  1
>;
const NAMES = `(${Object.keys(KINDS)
  .map((kind) => `'${kind}'`)
  .join(', ')})`;

const WAYS: readonly Way[] = [
  {
    listed: `select s.value as lead_id from suppressions s where s.kind = 'lead'`,
    is: (lead) => `select from suppressions s where s.kind = 'lead' and s.value = ${lead}.id`,
  },
  {
    listed: `select l.id from suppressions s
      cross join lateral (select id from leads where company_key = s.value offset 0) as l where s.kind = 'company'`,
    is: (lead) => `select from suppressions s where s.kind = 'company' and s.value = ${lead}.company_key`,
  },
  {
    listed: `select i.lead_id from suppressions s
        cross join lateral (select lead_id from identities where kind = s.kind and value = s.value limit 1) as i where s.kind in ${NAMES}
      union all
      select i.lead_id from suppressions s
        cross join lateral (select lead_id from identities where kind = 'email' and ${isOfDomain('value', 's.value')} offset 0) as i
       where s.kind = 'domain'`,
    listed_at_once: `select i.lead_id from (select kind, array_agg(value order by value) as every from suppressions where kind in ${NAMES} group by kind) as s
        cross join lateral (select lead_id from identities where kind = s.kind and value = any(s.every) offset 0) as i
      union all
      select i.lead_id from (select array(select ${turned('value')} from suppressions where kind = 'domain' order by 1) collate "C" as every offset 0) as s
        cross join lateral (
          select lead_id from identities where kind = 'email' and ${isOfOneOf('value', 's.every')}
          union all select lead_id from identities where kind = 'email' and ${isBelowOneOf('value', 's.every')} offset 0) as i
      union all
      select i.lead_id from suppressions s
        cross join lateral (select lead_id from identities where kind = 'email' and ${isOfDomain('value', 's.value')} offset 0) as i
       where s.kind = 'domain' and ${HAS_OTHER_LABELS}`,
    is: entriesOfNames,
  },
  {
    listed: `select n.lead_id from namesakes_of_erased n
      cross join lateral (select id, company_key from leads where id = n.lead_id offset 0) as l where ${isNamesake('l')}`,
    is: (lead) => `select where ${isNamesake(lead)}`,
  },
];

/**
 * SQL: the ids of all whom anything known of is on the do-not-contact list, as rows of `lead_id`, some more than once: their own entry, their names, the domains of their addresses and those above
 * them, their company. The same as `findSuppressions` finds.
 */
export const SUPPRESSED_LEADS = WAYS.map(({ listed }) => listed).join(' union all ');

/** SQL: the same, only where Postgres may read no table in sequence (`enable_seqscan`). */
export const SUPPRESSED_LEADS_AT_ONCE = WAYS.map(({ listed, listed_at_once = listed }) => listed_at_once).join(
  ' union all ',
);

/**
 * SQL: whether the person with this id is on the list, or is not, as the value at `place` says: looked up for each. It is asked as a value (`select`), which Postgres takes to be true of every other
 * person, and not of hardly any: it looks at one after the other until a page is full.
 */
export const isSuppressedAlone = (lead_id: string, place: string): string =>
  `(select (${WAYS.map(({ is }) => `exists (${is('asked')})`).join(' or ')}) = ${place} from leads asked where asked.id = ${lead_id})`;

/** SQL: the same, where all who are on the list are found first: of a million people hardly any is. */
export const isSuppressed = (lead_id: string, place: string, value: unknown): string =>
  value === true
    ? `(${place}::boolean and ${lead_id} in (select lead_id from (${SUPPRESSED_LEADS}) as suppressed))`
    : isSuppressedAlone(lead_id, place);
