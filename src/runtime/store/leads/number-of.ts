import { phoneIdentity } from '../../../shared/identity/identity.ts';
import type { LeadRow } from './read-lead.ts';

/**
 * The number that is dialed to reach a person; null where none is known for certain. Rows from before numbers were kept in one form may lack the
 * `+`, which nobody needed then.
 */
export function numberOf({ phone_number, country }: Pick<LeadRow, 'phone_number' | 'country'>): string | null {
  if (phone_number === null) return null;
  return (
    (phoneIdentity(phone_number, { country }) ?? phoneIdentity(phone_number, { international: true }))?.value ?? null
  );
}
