import { profileOf, type StepContext, senderOf } from '../context.ts';
import { learnDegree, learnPremium, learnProfile } from './learn-profile.ts';
import { type Absorbed, NO_PROFILE, NO_SENDER, type Prepared } from './prepared.ts';

/** spec: profiles / visit */
export function prepareVisit(context: StepContext): Prepared {
  const sender = senderOf(context, 'professional');
  if (!sender) return NO_SENDER('professional');
  const profile = profileOf(context);
  if (!profile) return NO_PROFILE;
  return {
    is: 'call',
    request: { account_id: sender.id, category: 'profiles', action: 'visit', params: { profile_url: profile } },
    limit_class: 'visit',
    credits: 1,
  };
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
