import { companyKey } from '../store/leads/company-key.ts';
import { identityKey } from '../store/leads/identity.ts';
import type { Admission } from './admit-person.ts';
import { readLeadFields } from './read-lead-fields.ts';

/**
 * Rows are admitted side by side, but those that are one person, or colleagues where colleagues are counted, in their order: of
 * two equal rows the first is created, and the second its duplicate.
 */
export function createAdmissionTurns({
  version,
}: Admission): <T>(lead: unknown, admit: () => Promise<T>) => Promise<T> {
  const counted = typeof version.plan.enroll?.per_company === 'number';
  const last = new Map<string, Promise<unknown>>();
  return (lead, admit) => {
    const names = namesOf(lead, counted);
    const own = Promise.allSettled(names.flatMap((name) => last.get(name) ?? [])).then(admit);
    for (const name of names) last.set(name, own);
    return own;
  };
}

function namesOf(lead: unknown, counted: boolean): string[] {
  const read = readLeadFields(lead);
  if (read.kind === 'refused') return [];
  const company = counted ? companyKey(read.fields.company) : null;
  return [...read.identities.map(identityKey), ...(company === null ? [] : [`company:${company}`])];
}
