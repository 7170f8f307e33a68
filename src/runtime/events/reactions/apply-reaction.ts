import type { EnrollmentEvent } from '../../../core/engine/contracts.ts';
import { cutText } from '../../../shared/kit/cut-text.ts';
import { unreachable } from '../../../shared/kit/result.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { afterCommit } from '../../../shared/postgres/transaction.ts';
import { markSpan } from '../../../shared/telemetry/tracing.ts';
import { stopEnrollments } from '../../store/enrollments/stop-enrollments.ts';
import type { EventRow } from '../../store/events/claim-event.ts';
import {
  type AffectedEnrollment,
  findAffectedEnrollments,
  type LockedPerson,
} from '../../store/events/find-affected-enrollments.ts';
import { noteReply } from '../../store/events/note-reaction.ts';
import type { Acceptance } from '../../store/events/record-acceptance.ts';
import { addToOutbox } from '../../store/outbox/add-to-outbox.ts';
import { addLine } from '../../store/timeline/add-line.ts';

export type Reaction =
  | {
      readonly type: 'reply';
      readonly by: 'message' | 'inmail' | 'email' | 'messenger';
      /** The author's own words, or the whole text where nothing is their own. */
      readonly text: string;
      /** The author wants no more messages, which ends a sequence even where a reply would not. */
      readonly asks_to_stop: boolean;
    }
  | { readonly type: 'refused' }
  | { readonly type: 'unsubscribed' }
  | { readonly type: 'bounced' }
  /** The person reported a mail as spam. */
  | { readonly type: 'complained' };

export type Source = Pick<EventRow, 'event_id' | 'account_id' | 'occurred_at'>;

type EventType = EnrollmentEvent['type'];

/** Length of the excerpt of a message in a line of the timeline, in UTF-16 code units. */
export const LONGEST_EXCERPT = 500;

/** A person answered, refused, wants no more mail, called it spam, or their address is dead: every enrollment of theirs that this concerns learns it. Returns how many they are in. */
export async function applyReaction(
  tx: Queryable,
  person: LockedPerson,
  reaction: Reaction,
  event: Source,
  now: Date,
): Promise<number> {
  const affected = await findAffectedEnrollments(tx, person);
  for (const enrollment of affected) {
    // An address that is dead or wants no more says nothing about a sequence that never writes there.
    if (isAboutMail(reaction) && enrollment.senders.email === undefined) continue;
    await applyToEnrollment(tx, enrollment, reaction, event, now);
  }
  return affected.length;
}

export async function applyToEnrollment(
  tx: Queryable,
  enrollment: AffectedEnrollment,
  reaction: Reaction,
  event: Source,
  now: Date,
): Promise<void> {
  const answers = reaction.type === 'reply';
  if (answers) await noteReply(tx, { enrollment_id: enrollment.id, at: event.occurred_at });
  const fresh = await addLine(tx, { ...lineOf(reaction), ...placeOf(enrollment, event) });
  if (!fresh || enrollment.finished) return;
  const outcome = stopOutcome(reaction, enrollment);
  if (outcome !== null) {
    await stopEnrollments(tx, { ids: [enrollment.id], outcome, event_id: event.event_id, at: event.occurred_at });
  }
  await signal(tx, enrollment, event.event_id, signalOf(reaction, outcome), now);
  // A step that waits for the return need not wait any more.
  if (answers && enrollment.away_until !== null) await signal(tx, enrollment, `${event.event_id}/back`, 'nudge', now);
}

/** Whoever asks to stop in words is not taken for one who answers, by a step that waits for an answer neither. */
function signalOf(reaction: Reaction, outcome: string | null): EventType {
  const endsAll = outcome === 'unsubscribed' ? 'unsubscribed' : 'stop';
  if (reaction.type === 'complained') return endsAll;
  return reaction.type === 'reply' && reaction.asks_to_stop ? endsAll : reaction.type;
}

const isAboutMail = ({ type }: Reaction): boolean => type === 'bounced' || type === 'unsubscribed';

/** Null: this does not end the enrollment. A `wait_for: reply` that is waiting wins over `stop_on: reply`. */
function stopOutcome(reaction: Reaction, enrollment: AffectedEnrollment): string | null {
  switch (reaction.type) {
    case 'complained':
      return noMore(enrollment);
    case 'reply':
      if (reaction.asks_to_stop) return noMore(enrollment);
      return enrollment.stop_on.includes('reply') && !enrollment.awaits_reply ? 'replied' : null;
    case 'refused':
      return 'refused';
    case 'unsubscribed':
      return enrollment.stop_on.includes('unsubscribe') ? 'unsubscribed' : null;
    case 'bounced':
      return enrollment.stop_on.includes('bounce') ? 'bounced' : null;
    default:
      return unreachable(reaction);
  }
}

/** The reason for which the wish for no more messages ends an enrollment, also where its sequence does not stop on unsubscribing. */
const noMore = ({ stop_on }: AffectedEnrollment): string =>
  stop_on.includes('unsubscribe') ? 'unsubscribed' : 'stopped';

/** Finds the enrollments of the person whose invitation was accepted: those that send from another account are not connected by it. */
export async function findAccepted(
  tx: Queryable,
  person: LockedPerson,
  event: Source,
  now: Date,
): Promise<readonly Acceptance[]> {
  const affected = await findAffectedEnrollments(tx, person);
  // Where it is noted, another event, or a search, reported it before.
  const accepted = affected.filter((one) => one.senders.professional === event.account_id && one.accepted_at === null);
  const type = 'accepted_invitation';
  return accepted.map((enrollment) => ({
    line: { type, title: 'Accepted the invitation', ...placeOf(enrollment, event) },
    signal: enrollment.finished ? null : { id: event.event_id, type },
    now,
  }));
}

export async function signal(
  tx: Queryable,
  to: { readonly id: string },
  id: string,
  type: EventType,
  now: Date,
): Promise<void> {
  const payload = { id, type };
  await addToOutbox(tx, { kind: 'signal_enrollment', target_id: to.id, payload }, now);
  markSignal(tx, to, payload);
}

export function markSignal(
  tx: Queryable,
  to: { readonly id: string },
  { id, type }: { readonly id: string; readonly type: EventType },
): void {
  const attributes = { 'overture.enrollment': to.id, 'overture.event': id };
  const of = { enrollment: to.id };
  afterCommit(tx, () =>
    markSpan({ name: `event ${type}`, kind: 'consumer', of, caused_by: [{ event: id }], attributes }),
  );
}

export const placeOf = (enrollment: { readonly id: string; readonly node: string | null }, event: Source) => ({
  enrollment_id: enrollment.id,
  at: event.occurred_at,
  node: enrollment.node,
  // The same event read again, for another person in it, is one line.
  once: `event/${event.event_id}`,
});

function lineOf(reaction: Reaction): { type: string; title: string; detail?: Record<string, unknown> } {
  switch (reaction.type) {
    case 'reply':
      return {
        type: 'replied',
        title: `Replied by ${reaction.by === 'inmail' ? 'InMail' : reaction.by}${reaction.asks_to_stop ? ' and asked for no more contact: now on the do-not-contact list' : ''}`,
        detail: { channel: reaction.by, text: cutText(reaction.text, LONGEST_EXCERPT) },
      };
    case 'refused':
      return { type: 'refused', title: 'Declined the InMail' };
    case 'unsubscribed':
      return { type: 'unsubscribed', title: 'Unsubscribed' };
    case 'bounced':
      return { type: 'bounced', title: 'The email bounced: the address does not exist' };
    case 'complained':
      return { type: 'complained', title: 'Reported the email as spam: now on the do-not-contact list' };
    default:
      return unreachable(reaction);
  }
}
