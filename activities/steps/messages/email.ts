import type { EmailNode } from '../../../src/language/plan/nodes/email.ts';
import { findLastEmail } from '../../../src/runtime/store/intents/find-intent.ts';
import type { IntentRow } from '../../../src/runtime/store/intents/intent.ts';
import { ok, type Result } from '../../../src/shared/kit/result.ts';
import type { StepDeps } from '../../deps.ts';
import { type StepContext, senderOf } from '../../look/context.ts';
import { fromSender } from '../../wording.ts';
import { type Absorbed, failed, NO_SENDER, type Preparation, type Prepared } from '../prepared.ts';
import { numberAt, textAt } from '../read-data.ts';
import { renderText } from '../render.ts';
import type { CallStep } from '../step.ts';
import { addressesOf, headersOf } from './email-headers.ts';
import { renderMedia } from './render-media.ts';
import { sendRequest } from './send-request.ts';

export const emailStep: CallStep<EmailNode> = {
  prepare: prepareEmail,
  absorb: absorbEmail,
};

/** spec: messages / send from a mailbox. */
async function prepareEmail(deps: StepDeps, context: StepContext, node: EmailNode): Promise<Preparation> {
  const sender = senderOf(context, 'email');
  if (!sender) return NO_SENDER('email');
  const addresses = addressesOf(context, sender, node);
  if (!addresses.ok) return addresses.error;
  const earlier = node.thread ? await findLastEmail(deps.db, context.enrollment.id) : null;
  const subject = subjectOf(context, sender, node, earlier);
  if (typeof subject !== 'string') return subject;
  const headers = headersOf(deps, context, sender, node);
  if (!headers.ok) return headers.error;
  const body = bodyOf(context, sender, node);
  if (!body.ok) return body.error;
  const reference = earlier && textAt(earlier.response, 'data', 'message_id');
  const params = {
    ...addresses.value,
    subject,
    ...body.value,
    ...(reference ? { thread_ref: reference } : {}),
    custom_headers: headers.value,
  };
  return { is: 'call', request: sendRequest(sender.id, params) };
}

type Sender = NonNullable<ReturnType<typeof senderOf>>;

function bodyOf(context: StepContext, sender: Sender, node: EmailNode): Result<Record<string, unknown>, Prepared> {
  const text = node.text === undefined ? null : renderText(context, sender, node.text);
  if (text && !text.ok) return text;
  const html = node.html === undefined ? null : renderText(context, sender, node.html, { as: 'html' });
  if (html && !html.ok) return html;
  const media = renderMedia(context, sender, node.media);
  if (!media.ok) return media;
  return ok({
    ...(text ? { message_text: text.value } : {}),
    ...(html ? { html: html.value } : {}),
    ...media.value,
  });
}

function subjectOf(
  context: StepContext,
  sender: Sender,
  node: EmailNode,
  earlier: IntentRow | null,
): string | Prepared {
  if (node.subject !== undefined) {
    const subject = renderText(context, sender, node.subject, { as: 'line' });
    return subject.ok ? subject.value : subject.error;
  }
  const first = earlier && textAt(earlier.request, 'params', 'subject');
  if (!first)
    return failed('NO_THREAD', 'there is no earlier email of this enrollment to answer, and the step has no subject');
  return /^re:/i.test(first) ? first : `Re: ${first}`;
}

function absorbEmail(context: StepContext, _: EmailNode, data: unknown): Absorbed {
  return {
    title: `Sent an email to ${context.whom}${fromSender(context, 'email')}`,
    changes: {},
    detail: { message_id: textAt(data, 'data', 'message_id') },
    ...healthOf(data),
  };
}

/** Reads what the mailbox says of itself with the receipt of a mail. */
export function healthOf(data: unknown): Pick<Absorbed, 'mailbox'> {
  const [sends_today, daily_limit, bounce_rate] = ['sends_today', 'daily_limit', 'bounce_rate'].map((name) =>
    numberAt(data, 'data', 'mailbox_health', name),
  );
  const known = [sends_today, daily_limit, bounce_rate].some((value) => typeof value === 'number');
  return known
    ? {
        mailbox: {
          sends_today: sends_today ?? null,
          daily_limit: daily_limit ?? null,
          bounce_rate: bounce_rate ?? null,
        },
      }
    : {};
}
