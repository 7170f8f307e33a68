import type { Queryable } from '../../../shared/postgres/database.ts';
import { lockAccount } from '../../store/accounts/find-account.ts';
import { DEFAULT_GUARDRAILS, guardMailbox, insertBounceOrComplaint } from '../../store/accounts/guard-mailbox.ts';
import type { EventRow } from '../../store/events/claim-event.ts';
import { kindOfEvent } from '../reading/kind-of-event.ts';
import type { Activity } from '../reading/read-activity.ts';

type MailEvent = Pick<EventRow, 'event_id' | 'account_id' | 'type' | 'occurred_at'>;

function bounceOrComplaint({ type }: Pick<EventRow, 'type'>, { kind }: Activity): 'complaint' | 'bounce' | null {
  return kindOfEvent(type) === 'email_complained' ? 'complaint' : kind === 'bounce' ? 'bounce' : null;
}

/** Whether an event counts against a mailbox, whoever it is about. */
export const isBounceOrComplaint = (event: Pick<EventRow, 'type'>, activity: Activity): boolean =>
  bounceOrComplaint(event, activity) !== null;

/** A mail that came back for good, or a complaint about one, counts against its mailbox, which may pause itself. */
export async function countBounceOrComplaint(
  tx: Queryable,
  event: MailEvent,
  activity: Activity,
  now: Date,
): Promise<void> {
  const kind = bounceOrComplaint(event, activity);
  if (kind === null) return;
  const { event_id, account_id, occurred_at: at } = event;
  // Before the row that refers to it. Where people are concerned it is locked by now, behind their enrollments.
  await lockAccount(tx, account_id);
  await insertBounceOrComplaint(tx, { event_id, account_id, kind, at });
  await guardMailbox(tx, account_id, DEFAULT_GUARDRAILS, now);
}
