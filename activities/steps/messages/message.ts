import type { MessageNode } from '../../../src/language/plan/nodes/message.ts';
import { findLastMessage } from '../../../src/runtime/store/events/find-last-message.ts';
import { numberOf } from '../../../src/runtime/store/leads/number-of.ts';
import { fail, ok, type Result } from '../../../src/shared/kit/result.ts';
import type { StepDeps } from '../../deps.ts';
import { profileOf, type StepContext, senderOf } from '../../look/context.ts';
import { fromSender } from '../../wording.ts';
import {
  type Absorbed,
  failed,
  impossible,
  NO_PROFILE,
  NO_SENDER,
  type Preparation,
  type Prepared,
} from '../prepared.ts';
import { textAt } from '../read-data.ts';
import { renderText } from '../render.ts';
import type { CallStep } from '../step.ts';
import { learnConversation } from './learn-conversation.ts';
import { hasMedia, renderMedia } from './render-media.ts';
import { sendRequest } from './send-request.ts';

export const messageStep: CallStep<MessageNode> = {
  prepare: prepareMessage,
  absorb: absorbMessage,
};

/** spec: messages / send. Whether they are connected, or on the messenger, is for the channel to say. */
async function prepareMessage(deps: StepDeps, context: StepContext, node: MessageNode): Promise<Preparation> {
  const sender = senderOf(context, node.channel);
  if (!sender) return NO_SENDER(node.channel);
  const to = recipient(context, node);
  if (!to.ok) return to.error;
  const text = renderText(context, sender, node.text ?? '');
  if (!text.ok) return text.error;
  const media = renderMedia(context, sender, node.media);
  if (!media.ok) return media.error;
  const empty = text.value.trim() === '';
  if (empty && (node.channel === 'professional' || !hasMedia(media.value))) {
    return failed('EMPTY_TEXT', 'the message has no text');
  }
  const quoted = node.quote ? await quotedMessage(deps, context, node, sender.id) : null;
  return {
    is: 'call',
    request: sendRequest(sender.id, {
      ...to.value,
      ...(empty ? {} : { message_text: text.value }),
      ...media.value,
      ...(quoted === null ? {} : { quoted_message_id: quoted }),
    }),
    // Media whose texts came out empty do not go along, and cost nothing.
    ...(hasMedia(media.value) ? {} : { credits: 1 }),
  };
}

/**
 * Finds the message to quote. The lead's last one came to us as an event, so nothing has to be read for it. Only the
 * messenger can quote.
 */
async function quotedMessage(
  deps: StepDeps,
  { lead }: StepContext,
  node: MessageNode,
  accountId: string,
): Promise<string | null> {
  return node.channel === 'messenger' && lead ? findLastMessage(deps.db, accountId, lead.id) : null;
}

function recipient(context: StepContext, node: MessageNode): Result<Readonly<Record<string, string>>, Prepared> {
  if (node.channel === 'messenger') {
    const phone = context.lead === null ? null : numberOf(context.lead);
    return phone ? ok({ phone_number: phone }) : fail(impossible('NO_PHONE_NUMBER', 'the lead has no phone number'));
  }
  const profile = profileOf(context);
  return profile ? ok({ profile_url: profile }) : fail(NO_PROFILE);
}

function absorbMessage(context: StepContext, node: MessageNode, data: unknown): Absorbed {
  const conversation = textAt(data, 'data', 'conversation_id');
  const classic = node.channel === 'professional' && conversation !== null;
  return {
    title: `Sent a message to ${context.whom}${fromSender(context, node.channel)}`,
    changes: classic
      ? { relation: { conversation_id: conversation }, ...learnConversation(context, conversation) }
      : {},
    detail: { conversation_id: conversation },
  };
}
