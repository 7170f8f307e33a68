import { companyName } from '../../../language/plan/company-name.ts';
import type { Identity } from '../../../shared/identity/identity.ts';

export interface SuppressedName {
  /** `lead`: a person, by whatever name. */
  readonly kind: Identity['kind'] | 'domain' | 'company' | 'lead';
  readonly value: string;
}

/** Every name under which this person may be on the do-not-contact list: a domain also covers its subdomains. */
export function suppressionNames(identities: readonly Identity[], company: string | null): SuppressedName[] {
  const names: SuppressedName[] = [];
  for (const { kind, value, former = [] } of identities) {
    names.push({ kind, value });
    // Entries for names of the erased are hashes of what these were before, too.
    for (const one of former) names.push({ kind, value: one });
  }
  for (const { kind, value } of identities) {
    if (kind === 'email') addWithParents(names, value.slice(value.lastIndexOf('@') + 1));
  }
  if (company !== null && company.trim() !== '') names.push({ kind: 'company', value: companyName(company) });
  return names;
}

function addWithParents(names: SuppressedName[], domain: string): void {
  for (let value = domain, dot = value.indexOf('.'); dot >= 0; value = value.slice(dot + 1), dot = value.indexOf('.'))
    names.push({ kind: 'domain', value });
}

export const nameKey = (name: SuppressedName): string => `${name.kind}:${name.value}`;
