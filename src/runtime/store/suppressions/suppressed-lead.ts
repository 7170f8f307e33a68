import { domainsOf, isOfDomain } from './domain-index.ts';
import { isNamesake } from './namesakes.ts';

/** How entries of one kind and the people whom they are about are found, from either side. */
interface Way {
  /** SQL: the ids of all who are listed so, as rows of `lead_id`. Each entry is looked up by itself (`offset 0`): however many Postgres takes them for, nobody else is read. */
  readonly listed: string;
  /** SQL: whether the person in `lead` is. Their names are read as those of one person: before names are counted Postgres would look for all addresses as well. */
  readonly is: (lead: string) => string;
}

const names = (lead: string): string => `(select kind, value from identities where lead_id = ${lead}.id offset 0) as i`;

const WAYS: readonly Way[] = [
  {
    listed: `select s.value as lead_id from suppressions s where s.kind = 'lead'`,
    is: (lead) => `select from suppressions s where s.kind = 'lead' and s.value = ${lead}.id`,
  },
  {
    listed: `select i.lead_id from suppressions s
      cross join lateral (select lead_id from identities where kind = s.kind and value = s.value limit 1) as i
     where s.kind not in ('lead', 'company', 'domain', 'erased')`,
    is: (lead) => `select from ${names(lead)} join suppressions s on s.kind = i.kind and s.value = i.value`,
  },
  {
    listed: `select l.id from suppressions s
      cross join lateral (select id from leads where company_key = s.value offset 0) as l where s.kind = 'company'`,
    is: (lead) => `select from suppressions s where s.kind = 'company' and s.value = ${lead}.company_key`,
  },
  {
    listed: `select i.lead_id from suppressions s
      cross join lateral (select lead_id from identities where kind = 'email' and ${isOfDomain('value', 's.value')} offset 0) as i
     where s.kind = 'domain'`,
    is: (lead) =>
      `select from ${names(lead)} cross join lateral ${domainsOf('i.value')} as above
         join suppressions s on s.kind = 'domain' and s.value = above.domain where i.kind = 'email'`,
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
