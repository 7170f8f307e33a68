import { type InviteNode, NOTE_LENGTH } from '../../../src/language/plan/nodes/invite.ts';
import type { StepDeps } from '../../deps.ts';
import { profileOf, type StepContext, senderOf } from '../../look/context.ts';
import { fromSender } from '../../wording.ts';
import { type Absorbed, failed, NO_PROFILE, NO_SENDER, type Preparation } from '../prepared.ts';
import { textAt } from '../read-data.ts';
import { renderText } from '../render.ts';
import type { CallStep } from '../step.ts';
import { learnProfile } from './learn-profile.ts';
import { acceptTheirs, askWhose, completeAcceptance, isReceived, notAccepted, phaseOf } from './their-invitation.ts';

export const inviteStep: CallStep<InviteNode> = {
  prepare: prepareInvite,
  complete: completeAcceptance,
  absorb: absorbInvite,
};

/**
 * spec: network / invite. Someone already connected counts as accepted, without a call. Where an invitation is pending, it may be theirs: then it is
 * accepted in place of sending one.
 */
async function prepareInvite(deps: StepDeps, context: StepContext, node: InviteNode): Promise<Preparation> {
  const sender = senderOf(context, 'professional');
  if (!sender) return NO_SENDER('professional');
  if (context.state.connected) {
    return {
      is: 'nothing_to_do',
      title: `${context.whom} is already connected`,
      changes: connectedChanges(deps.clock.now()),
    };
  }
  const profile = profileOf(context);
  if (!profile) return NO_PROFILE;
  const phase = await phaseOf(deps, context);
  if (phase !== 'invite') return phase === 'check' ? askWhose(sender.id, profile) : acceptTheirs(sender.id);
  const note = node.note === undefined ? null : renderText(context, sender, node.note);
  if (note && !note.ok) return note.error;
  // Counted as the contract of the service does: a letter beyond the basic plane is two.
  if (note && note.value.length > NOTE_LENGTH) {
    return failed('NOTE_TOO_LONG', `the note has ${note.value.length} characters, ${NOTE_LENGTH} are allowed`);
  }
  return {
    is: 'call',
    request: {
      account_id: sender.id,
      category: 'network',
      action: 'invite',
      params: { profile_url: profile, ...(note ? { message_text: note.value } : {}) },
    },
  };
}

/** Absorbs the answer of the invitation, and that of `check_invitation`, by which a lost answer is read back. */
function absorbInvite(context: StepContext, _: InviteNode, data: unknown, now: number, action: string): Absorbed {
  if (action === 'accept') {
    return { title: `Accepted the invitation of ${context.whom}${toSender(context)}`, changes: connectedChanges(now) };
  }
  if (action === 'check_invitation') return absorbPending(context, data, now);
  const invitationId = textAt(data, 'invitation_id');
  const accepted = textAt(data, 'invitation_state') === 'ACCEPTED';
  return {
    title: `Invited ${context.whom}${fromSender(context)}`,
    changes: {
      facts: { invited: true, ...(accepted ? { connected: true } : {}) },
      invitation: {
        invited_at: new Date(now),
        ...(accepted ? { accepted_at: new Date(now) } : {}),
        ...(invitationId === null ? {} : { invitation_id: invitationId }),
      },
      identities: learnProfile(data),
      ...(accepted ? { relation: { connected: true, degree: 1 } } : {}),
    },
    detail: { invitation_id: invitationId },
  };
}

/** Absorbs that the network took no invitation, because one is pending. */
function absorbPending(context: StepContext, data: unknown, now: number): Absorbed {
  const { whom } = context;
  if (isReceived(data)) return notAccepted(context);
  if (textAt(data, 'invitation_state') === 'ACCEPTED') {
    return { title: `${whom} is already connected`, changes: connectedChanges(now) };
  }
  const invitation_id = textAt(data, 'invitation_id');
  return {
    title: `An invitation to ${whom} is already pending`,
    changes: {
      facts: { invited: true },
      invitation: { invited_at: new Date(now), ...(invitation_id === null ? {} : { invitation_id }) },
    },
  };
}

const toSender = (context: StepContext): string => {
  const sender = senderOf(context, 'professional');
  return sender ? ` to ${sender.name}` : '';
};

export function connectedChanges(now: number) {
  return {
    facts: { connected: true },
    relation: { connected: true, degree: 1 },
    invitation: { accepted_at: new Date(now) },
  };
}
