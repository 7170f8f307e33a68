import { cutText } from '../../../shared/kit/cut-text.ts';
import { isRecord } from '../../../shared/kit/is-record.ts';

const FIELDS = [
  'recipient_urn',
  'profile_url',
  'profile',
  'to',
  'phone_number',
  'email',
  'conversation_id',
  'post_url',
  'company_url',
  'job_id',
  'application_id',
  'invitation_id',
  'entity_urn',
] as const;

/**
 * Finds the person or thing that a call is about, as the caller named it: the `target` of its log row, by which the call can be
 * found again.
 */
export function targetOf(params: unknown): string | null {
  if (!isRecord(params)) return null;
  for (const field of FIELDS) {
    const value = params[field];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return cutText(String(value), 500);
  }
  return null;
}
