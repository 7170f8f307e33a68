import type { z } from 'zod';
import { companyName } from '../../language/plan/company-name.ts';
import { emailIdentity, phoneIdentity, profileIdentity } from '../../runtime/store/leads/identity.ts';
import type { SuppressedName } from '../../runtime/store/suppressions/suppression-names.ts';
import type { newSuppression } from '../api-contract/operations/people.ts';
import { invalidField } from './problem.ts';

/** The name in its normal form, or 422. */
export function suppressedName(asked: z.output<typeof newSuppression>): SuppressedName {
  const { lead_id, email, profile_url, phone_number, domain, company } = asked;
  if (lead_id !== undefined) return { kind: 'lead', value: lead_id };
  if (company !== undefined) return { kind: 'company', value: companyName(company) };
  if (domain !== undefined) return { kind: 'domain', value: domainName(domain) };
  if (email !== undefined) return emailIdentity(email) ?? notValid('email');
  if (profile_url !== undefined) return profileIdentity(profile_url) ?? notValid('profile_url');
  return phoneIdentity(phone_number ?? '') ?? notValid('phone_number');
}

function notValid(field: string): never {
  throw invalidField(field, 'is not valid');
}

function domainName(given: string): string {
  const name = given
    .replace(/^(?:\*\.|@)/, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (/^[^\s@/.]+(\.[^\s@/.]+)+$/.test(name)) return name;
  throw invalidField('domain', 'must be a domain such as acme.example');
}
