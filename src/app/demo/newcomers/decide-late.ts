import { DAY } from '../../../shared/kit/duration.ts';
import type { DevClient } from '../dev/dev-client.ts';
import { NEWCOMERS_SEQUENCE } from './newcomers-sequence.ts';

interface Listed<Item> {
  readonly items: readonly Item[];
}
interface Task {
  readonly id: string;
  readonly kind: string;
  readonly enrollment_id: string | null;
  readonly created_at: string;
}
interface Enrollment {
  readonly sequence: string;
  readonly campaign_id: string | null;
}

/** Whoever tries the demo has so long to decide for themselves. */
const LATE_AFTER = 6 * DAY;
/** A call has a deadline of its own, and of a send whose outcome is unknown nobody can tell. */
const DECISIONS: Readonly<Record<string, string>> = { review: 'approve', unclear_reply: 'answer' };

/** A colleague decides what has waited for long about people of the demo, so that it does not grow; all else is left to whoever it belongs to. */
export async function decideLate(
  client: DevClient,
  { now, mail_campaign }: { readonly now: number; readonly mail_campaign: string },
): Promise<void> {
  const open = await client.api<Listed<Task>>('GET', '/api/tasks?status=open&sort=created_at&limit=200');
  for (const { id, kind, enrollment_id, created_at } of open.items) {
    const decision = DECISIONS[kind];
    if (decision === undefined || enrollment_id === null || Date.parse(created_at) > now - LATE_AFTER) continue;
    const { sequence, campaign_id } = await client.api<Enrollment>('GET', `/api/enrollments/${enrollment_id}`);
    if (sequence !== NEWCOMERS_SEQUENCE && campaign_id !== mail_campaign) continue;
    await client.api('POST', `/api/tasks/${id}`, { decision, note: 'Decided by the demo, after six days.' });
  }
}
