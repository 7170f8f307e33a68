import type { CheckNode } from '../../../src/language/plan/nodes/check.ts';
import { uncapitalized } from '../../../src/shared/kit/first-letter.ts';
import type { StepDeps } from '../../deps.ts';
import { profileOf, type StepContext, senderOf } from '../../look/context.ts';
import { type Absorbed, type Changes, NO_PROFILE, NO_SENDER, type Preparation } from '../prepared.ts';
import { textAt, valueAt } from '../read-data.ts';
import type { CallStep } from '../step.ts';
import { connectedChanges } from './invite.ts';
import { learnDegree } from './learn-profile.ts';
import { isToBeVerified } from './verify-connection.ts';

export const checkStep: CallStep<CheckNode> = {
  prepare: prepareCheck,
  absorb: absorbCheck,
};

/** spec: network / check_connection, which is free, and check_invitation, which also verifies what the stored copy does not know. */
async function prepareCheck(deps: StepDeps, context: StepContext, node: CheckNode): Promise<Preparation> {
  const sender = senderOf(context, 'professional');
  if (!sender) return NO_SENDER('professional');
  const profile = profileOf(context);
  if (!profile) return NO_PROFILE;
  const connection = node.what === 'connection' && !(await isToBeVerified(deps, context));
  return {
    is: 'call',
    request: {
      account_id: sender.id,
      category: 'network',
      action: connection ? 'check_connection' : 'check_invitation',
      params: { profile_url: profile },
    },
    // The stored copy of the connections is free.
    ...(connection ? { credits: 0 } : {}),
  };
}

function absorbCheck(context: StepContext, node: CheckNode, data: unknown, now: number): Absorbed {
  if (node.what === 'invitation') return absorbInvitation(context, data, now);
  if (valueAt(data, 'invitation_state') === undefined) return absorbConnection(context, data, now);
  const verified = absorbInvitation(context, data, now);
  if (verified.changes.facts?.connected) return verified;
  return {
    ...verified,
    title: `${context.whom} is not connected with ${us(context)}: ${uncapitalized(verified.title)}`,
  };
}

/**
 * Absorbs the stored copy's answer. Only a yes is learned: the copy may be older than what we know, so that somebody is
 * not in it says nothing.
 */
function absorbConnection(context: StepContext, data: unknown, now: number): Absorbed {
  const { whom } = context;
  if (valueAt(data, 'connected') === true) {
    return { title: `${whom} is connected with ${us(context)}`, changes: connectedChanges(now) };
  }
  if (context.state.connected) return { title: `${whom} is connected with ${us(context)}`, changes: {} };
  const copied = valueAt(data, 'cache_synced') === true;
  return {
    title: copied
      ? `${whom} is not among the stored connections of ${us(context)}`
      : `The service has no copy of the connections of ${us(context)}, so nothing is known about ${whom}`,
    changes: {},
  };
}

function absorbInvitation(context: StepContext, data: unknown, now: number): Absorbed {
  const { whom } = context;
  switch (textAt(data, 'invitation_state')) {
    case 'ACCEPTED':
      return { title: `${whom} is connected with ${us(context)}`, changes: connectedChanges(now) };
    case 'PENDING':
      return pending(context, data, now);
    case 'NO_INVITATION':
      return { title: `No invitation to ${whom} is pending`, changes: { ...distance(data), ...gone(context, now) } };
    default:
      return { title: `Nothing is known about an invitation to ${whom}`, changes: {} };
  }
}

function pending(context: StepContext, data: unknown, now: number): Absorbed {
  const { whom } = context;
  if (textAt(data, 'invitation_type') === 'RECEIVED') {
    return {
      title: `${whom} has invited ${us(context)} and waits for an answer`,
      changes: { ...distance(data), ...gone(context, now) },
    };
  }
  const invitation_id = textAt(data, 'invitation_id');
  return {
    title: `The invitation to ${whom} is pending`,
    changes: {
      ...distance(data),
      facts: { invited: true },
      invitation: {
        invited_at: context.enrollment.invited_at ?? new Date(now),
        ...(invitation_id === null ? {} : { invitation_id }),
      },
    },
  };
}

/** Notes that an invitation of ours is pending no more. */
function gone(context: StepContext, now: number): Changes {
  if (!context.state.invited || context.state.connected) return { facts: { invited: false } };
  return { facts: { invited: false }, invitation: { withdrawn_at: new Date(now) } };
}

/** Learns the distance. One that is no connection does not undo one: it may have been measured before. */
function distance(data: unknown): Changes {
  const { degree } = learnDegree(data);
  return degree === undefined || degree < 2 ? {} : { relation: { degree } };
}

const us = (context: StepContext): string => senderOf(context, 'professional')?.name ?? 'the sender';
