import { isOfDomain } from './domain-index.ts';
import type { SuppressedName } from './suppression-names.ts';

/** SQL: the ids of everybody whom a name is about, as `lead_id`. `value` and `kind` are SQL of it: a search of its own for each kind, so that each has its index. */
export function peopleNamed(by: SuppressedName['kind'], value: string, kind: string): string {
  switch (by) {
    case 'lead':
      return `select ${value} as lead_id`;
    case 'company':
      return `select l.id as lead_id from leads l where l.company_key = ${value}`;
    case 'domain':
      return `select i.lead_id from identities i where i.kind = 'email' and ${isOfDomain('i.value', value)}`;
    default:
      return `select i.lead_id from identities i where i.kind = ${kind} and i.value = ${value}`;
  }
}
