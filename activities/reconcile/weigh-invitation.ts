import { findEarlierInvitation } from '../../src/runtime/store/intents/find-earlier-invitation.ts';
import { findLaterInvitations } from '../../src/runtime/store/intents/find-later-invitations.ts';
import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import type { StepDeps } from '../deps.ts';
import type { Correspondents } from '../look/context.ts';
import { textAt } from '../steps/read-data.ts';
import { slackOf } from '../virtual-time.ts';
import type { Proof } from './proof.ts';

interface Seen {
  readonly data: unknown;
  readonly where: string;
  /** Whether it is proven already that it went out, so that this is what came of it. */
  readonly known: boolean;
}

/**
 * Weighs that the two are connected now. For this invitation that is proof only where the person accepted after it was
 * sent, and no other one of ours can be what they accepted. Whoever accepted before cannot have been invited: the
 * network accepts no invitation to a connection.
 */
export async function weighConnection(
  deps: StepDeps,
  context: Correspondents,
  intent: IntentRow,
  { data, where, known }: Seen,
): Promise<Proof> {
  if (known) return { is: 'done', data, where };
  const accepted = context.enrollment.accepted_at?.getTime();
  const called = intent.created_at.getTime();
  if (accepted !== undefined && accepted < called - slackOf(deps)) {
    return { is: 'absent', where: 'they were connected before it could go out', alone: true };
  }
  if (accepted === undefined || accepted < called) {
    return { is: 'unclear', why: 'they are connected, but may have been connected before' };
  }
  if (await findEarlierInvitation(deps.db, intent)) {
    return { is: 'unclear', why: 'they are connected, but an earlier invitation could explain that' };
  }
  return (await findLaterInvitations(deps.db, intent)).length > 0
    ? { is: 'unclear', why: 'they are connected, but a later invitation could explain that' }
    : { is: 'done', data, where: `${where} since then` };
}

/**
 * Weighs an invitation of ours that is pending. The network takes one at a time, so where it is an earlier one, this
 * one was not taken. Before a later one was taken this one may have been declined.
 */
export async function weighPending(deps: StepDeps, intent: IntentRow, { data, where, known }: Seen): Promise<Proof> {
  if (known) return { is: 'done', data, where };
  const pending = textAt(data, 'invitation_id');
  const later = await findLaterInvitations(deps.db, intent);
  if (pending !== null && later.includes(pending)) {
    return { is: 'absent', where: 'the pending invitation is a later one', alone: false };
  }
  if (later.some((id) => id === null || pending === null)) {
    return { is: 'unclear', why: 'an invitation is pending, which may be a later one' };
  }
  const earlier = await findEarlierInvitation(deps.db, intent);
  if (!earlier) return { is: 'done', data, where };
  if (pending === null || earlier.invitation_id === null) {
    return { is: 'unclear', why: 'an invitation is pending, which may be an earlier one' };
  }
  return pending === earlier.invitation_id
    ? { is: 'absent', where: 'the pending invitation is an earlier one', alone: true }
    : { is: 'done', data, where };
}
