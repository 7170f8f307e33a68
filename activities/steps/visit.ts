import { type StepContext, senderOf } from '../context.ts';
import { callProfile } from './call-profile.ts';
import { learnDegree, learnPremium, learnProfile } from './learn-profile.ts';
import type { Absorbed, Prepared } from './prepared.ts';

/** spec: profiles / visit */
export function prepareVisit(context: StepContext): Prepared {
  return callProfile(context, 'visit', 'visit');
}

export function absorbVisit(context: StepContext, data: unknown): Absorbed {
  const relation = learnDegree(data);
  return {
    title: `Visited the profile of ${context.whom}${fromSender(context)}`,
    changes: {
      identities: learnProfile(data),
      relation,
      ...learnPremium(data),
      ...(relation.connected ? { facts: { connected: true } } : {}),
    },
  };
}

/** ` from Anna` */
export function fromSender(
  context: StepContext,
  channel: 'professional' | 'messenger' | 'email' = 'professional',
): string {
  const sender = senderOf(context, channel);
  return sender ? ` from ${sender.name}` : '';
}
