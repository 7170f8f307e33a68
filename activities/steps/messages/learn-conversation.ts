import { conversationIdentity } from '../../../src/shared/identity/identity.ts';
import { type StepContext, senderOf } from '../../look/context.ts';
import type { Changes } from '../prepared.ts';

/** Learns a conversation of the professional network: whoever replies in it is the lead. */
export function learnConversation(context: StepContext, conversationId: string): Pick<Changes, 'identities'> {
  const sender = senderOf(context, 'professional');
  return sender ? { identities: [conversationIdentity(sender.id, conversationId)] } : {};
}
