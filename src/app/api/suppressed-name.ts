import { z } from 'zod';
import { companyName } from '../../language/plan/company-name.ts';
import { emailIdentity, phoneIdentity, profileIdentity } from '../../runtime/store/leads/identity.ts';
import type { SuppressedName } from '../../runtime/store/suppressions/suppression-names.ts';
import { Problem } from './problem.ts';

const text = z.string().trim().min(1).max(2000);

export const suppression = z
  .strictObject({
    lead_id: text.optional(),
    email: text.optional(),
    profile_url: text.optional(),
    phone_number: text.optional(),
    domain: text.optional(),
    company: text.optional(),
    reason: z.string().trim().max(1000).default(''),
  })
  .refine(({ reason: _, ...names }) => Object.values(names).filter(Boolean).length === 1, {
    error: 'must name exactly one of email, profile_url, phone_number, domain, company, lead_id',
  });

/** The name in its normal form, or 422. */
export function suppressedName(asked: z.output<typeof suppression>): SuppressedName {
  const { lead_id, email, profile_url, phone_number, domain, company } = asked;
  if (lead_id !== undefined) return { kind: 'lead', value: lead_id };
  if (company !== undefined) return { kind: 'company', value: companyName(company) };
  if (domain !== undefined) return { kind: 'domain', value: domainName(domain) };
  if (email !== undefined) return emailIdentity(email) ?? invalid('email');
  if (profile_url !== undefined) return profileIdentity(profile_url) ?? invalid('profile_url');
  return phoneIdentity(phone_number ?? '') ?? invalid('phone_number');
}

function invalid(field: string): never {
  throw new Problem(422, 'invalid_body', `${field}: is not valid`);
}

function domainName(given: string): string {
  const name = given
    .replace(/^(?:\*\.|@)/, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (/^[^\s@/.]+(\.[^\s@/.]+)+$/.test(name)) return name;
  throw new Problem(422, 'invalid_body', 'domain: must be a domain such as acme.example');
}
