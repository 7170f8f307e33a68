import { fail, ok, type Result } from '../../src/kit/result.ts';
import type { MessageNode } from '../../src/plan/nodes/message.ts';
import { profileOf, type StepContext, senderOf } from '../context.ts';
import { type Absorbed, failed, NO_PROFILE, NO_SENDER, type Prepared } from './prepared.ts';
import { textAt } from './read-data.ts';
import { renderText } from './render.ts';
import { fromSender } from './visit.ts';

/** spec: messages / send. Whether they are connected is for the channel to say. */
export function prepareMessage(context: StepContext, node: MessageNode): Prepared {
  const sender = senderOf(context, node.channel);
  if (!sender) return NO_SENDER(node.channel);
  const to = recipient(context, node);
  if (!to.ok) return to.error;
  const text = renderText(context, sender, node.text ?? '');
  if (!text.ok) return text.error;
  if (text.value.trim() === '') return failed('EMPTY_TEXT', 'the message has no text');
  return {
    is: 'call',
    request: {
      account_id: sender.id,
      category: 'messages',
      action: 'send',
      params: { ...to.value, message_text: text.value },
    },
    limit_class: 'message',
    credits: 1,
  };
}

function recipient(context: StepContext, node: MessageNode): Result<Readonly<Record<string, string>>, Prepared> {
  if (node.channel === 'messenger') {
    const phone = context.lead?.phone_number;
    return phone ? ok({ phone_number: phone }) : fail(failed('NO_PHONE_NUMBER', 'the lead has no phone number'));
  }
  const profile = profileOf(context);
  return profile ? ok({ profile_url: profile }) : fail(NO_PROFILE);
}

export function absorbMessage(context: StepContext, node: MessageNode, data: unknown): Absorbed {
  const conversation = textAt(data, 'data', 'conversation_id');
  const classic = node.channel === 'professional' && conversation !== null;
  return {
    title: `Sent a message to ${context.whom}${fromSender(context, node.channel)}`,
    changes: classic ? { relation: { conversation_id: conversation } } : {},
    detail: { conversation_id: conversation },
  };
}
