import { profileOf, type StepContext, senderOf } from '../../look/context.ts';
import { NO_PROFILE, NO_SENDER, type Preparation } from '../prepared.ts';

/** Prepares a call of `profiles` about the lead, from the professional sender. */
export function callProfile(context: StepContext, action: 'visit' | 'get' | 'get_contact'): Preparation {
  const sender = senderOf(context, 'professional');
  if (!sender) return NO_SENDER('professional');
  const profile_url = profileOf(context);
  if (!profile_url) return NO_PROFILE;
  const request = { account_id: sender.id, category: 'profiles', action, params: { profile_url } };
  return { is: 'call', request };
}
