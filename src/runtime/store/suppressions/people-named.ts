import { isOfDomain } from './domain-index.ts';
import type { SuppressedName } from './suppression-names.ts';

/** SQL: the ids of everybody whom a name is about: a search of its own for each kind, so that each has its index. */
export function peopleNamed({ kind, value }: SuppressedName): {
  readonly text: string;
  readonly values: readonly string[];
} {
  switch (kind) {
    case 'lead':
      return { text: 'select $1', values: [value] };
    case 'company':
      return { text: 'select l.id from leads l where l.company_key = $1', values: [value] };
    case 'domain':
      return {
        text: `select i.lead_id from identities i where i.kind = 'email' and ${isOfDomain('i.value', '$1')}`,
        values: [value],
      };
    default:
      return { text: 'select i.lead_id from identities i where i.kind = $1 and i.value = $2', values: [kind, value] };
  }
}
