import type { z } from 'zod';
import { companyName } from '../../language/plan/company-name.ts';
import type { SuppressedName } from '../../runtime/store/suppressions/suppression-names.ts';
import { readDomain } from '../../shared/identity/domain-name.ts';
import { readEmail } from '../../shared/identity/email-address.ts';
import { mailboxDomain } from '../../shared/identity/mail-providers.ts';
import { type NotRead, sayExpected } from '../../shared/identity/not-read.ts';
import { readPhone } from '../../shared/identity/phone-number.ts';
import { readProfile } from '../../shared/identity/profile.ts';
import type { Result } from '../../shared/kit/result.ts';
import type { newSuppression } from '../api-contract/operations/people.ts';
import { invalidField } from './problem.ts';

/** The name in its normal form, or 422. */
export function suppressedName(asked: z.output<typeof newSuppression>): SuppressedName {
  const { lead_id, email, profile_url, phone_number, domain, company, country = null } = asked;
  if (lead_id !== undefined) return { kind: 'lead', value: lead_id };
  if (company !== undefined) return { kind: 'company', value: companyName(company) };
  if (domain !== undefined) {
    const name = given('domain', readDomain(domain.replace(/^(?:\*\.|@)/, '')));
    return { kind: 'domain', value: mailboxDomain(name) };
  }
  if (email !== undefined) return { kind: 'email', value: given('email', readEmail(email)).key };
  if (profile_url !== undefined) {
    const { kind, value } = given('profile_url', readProfile(profile_url));
    return { kind, value };
  }
  return { kind: 'phone', value: given('phone_number', readPhone(phone_number ?? '', { country })).number };
}

function given<Read>(field: string, read: Result<Read, NotRead>): Read {
  if (!read.ok) throw invalidField(field, sayExpected(read.error));
  return read.value;
}
