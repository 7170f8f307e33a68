import type { InMailNode } from '../../../src/language/plan/nodes/inmail.ts';
import type { StepDeps } from '../../deps.ts';
import { profileOf, type StepContext, senderOf } from '../../look/context.ts';
import { fromSender } from '../../wording.ts';
import { type Absorbed, impossible, NO_PROFILE, NO_SENDER, type Preparation } from '../prepared.ts';
import { textAt } from '../read-data.ts';
import { renderText } from '../render.ts';
import type { CallStep } from '../step.ts';
import { learnConversation } from './learn-conversation.ts';
import { readInMails } from './read-inmails.ts';
import { renderMedia } from './render-media.ts';
import { sendRequest } from './send-request.ts';

export const inmailStep: CallStep<InMailNode> = {
  prepare: prepareInMail,
  absorb: absorbInMail,
};

const SEATS: readonly string[] = ['premium_navigator', 'recruiter'];

/** spec: messages / send with `inmail`. Without a premium seat it is impossible, and nothing is asked. */
async function prepareInMail(deps: StepDeps, context: StepContext, node: InMailNode): Promise<Preparation> {
  const sender = senderOf(context, 'professional');
  if (!sender) return NO_SENDER('professional');
  if (!sender.products.some((product) => SEATS.includes(product))) {
    return impossible('NO_PREMIUM_SEAT', `${sender.name} has no premium seat`);
  }
  const profile = profileOf(context);
  if (!profile) return NO_PROFILE;
  const subject = renderText(context, sender, node.subject, { as: 'line' });
  if (!subject.ok) return subject.error;
  const text = renderText(context, sender, node.text);
  if (!text.ok) return text.error;
  const media = renderMedia(context, sender, node.media);
  if (!media.ok) return media.error;
  await readInMails(deps, sender);
  return {
    is: 'call',
    request: sendRequest(sender.id, {
      profile_url: profile,
      inmail: true,
      subject: subject.value,
      message_text: text.value,
      ...media.value,
    }),
  };
}

function absorbInMail(context: StepContext, _: InMailNode, data: unknown): Absorbed {
  const thread = textAt(data, 'data', 'value', 'threadId');
  return {
    title: `Sent an InMail to ${context.whom}${fromSender(context)}`,
    changes:
      thread === null ? {} : { relation: { premium_conversation_id: thread }, ...learnConversation(context, thread) },
    detail: { conversation_id: thread },
  };
}
