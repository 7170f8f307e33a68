import { companyName } from '../../../language/plan/company-name.ts';
import type { Identity } from '../../../shared/identity/identity.ts';

export interface SuppressedName {
  /** `lead`: a person, by whatever name. */
  readonly kind: Identity['kind'] | 'domain' | 'company' | 'lead';
  readonly value: string;
}

/** Every name under which this person may be on the do-not-contact list: a domain also covers its subdomains. */
export function suppressionNames(identities: readonly Identity[], company: string | null): SuppressedName[] {
  const domains = identities
    .filter(({ kind }) => kind === 'email')
    .flatMap(({ value }) => withParents(value.slice(value.lastIndexOf('@') + 1)));
  return [
    // Entries for names of the erased are hashes of what these were before, too.
    ...identities.flatMap(({ kind, value, former = [] }) => [value, ...former].map((one) => ({ kind, value: one }))),
    ...domains.map((value) => ({ kind: 'domain' as const, value })),
    ...(company === null || company.trim() === '' ? [] : [{ kind: 'company' as const, value: companyName(company) }]),
  ];
}

function withParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

export const nameKey = (name: SuppressedName): string => `${name.kind}:${name.value}`;
