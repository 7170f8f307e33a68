import { conversationIdentity } from '../../../src/shared/identity/identity.ts';
import { type StepContext, senderOf } from '../../look/context.ts';
import type { Changes } from '../prepared.ts';

/** Who answers in this conversation of the professional network is the lead. */
export function learnConversation(context: StepContext, conversationId: string): Pick<Changes, 'identities'> {
  const sender = senderOf(context, 'professional');
  return sender ? { identities: [conversationIdentity(sender.id, conversationId)] } : {};
}
