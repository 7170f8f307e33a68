import type { EmailNode } from '../../src/plan/nodes/email.ts';
import { findLastEmail } from '../../src/store/intents/find-intent.ts';
import type { IntentRow } from '../../src/store/intents/intent.ts';
import { type StepContext, senderOf } from '../context.ts';
import type { StepDeps } from '../deps.ts';
import { type Absorbed, failed, NO_SENDER, type Prepared } from './prepared.ts';
import { textAt } from './read-data.ts';
import { renderText } from './render.ts';
import { fromSender } from './visit.ts';

/** By which a mail is found among the sent ones again. */
export const INTENT_HEADER = 'X-Overture-Intent';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in a header.
const LINE_BREAK = /[\r\n\u0000]/;

/** spec: messages / send from a mailbox. */
export async function prepareEmail(deps: StepDeps, context: StepContext, node: EmailNode): Promise<Prepared> {
  const sender = senderOf(context, 'email');
  if (!sender) return NO_SENDER('email');
  const to = context.lead?.email;
  if (!to) return failed('NO_EMAIL', 'the lead has no email address');
  const earlier = node.thread ? await findLastEmail(deps.db, context.enrollment.id) : null;
  const subject = subjectOf(context, sender, node, earlier);
  if (typeof subject !== 'string') return subject;
  if (LINE_BREAK.test(subject) || LINE_BREAK.test(to)) {
    return failed('BAD_HEADER', 'a line break in the subject or the address of an email is refused');
  }
  const params: Record<string, unknown> = { to, subject };
  if (node.text !== undefined) {
    const text = renderText(context, sender, node.text);
    if (!text.ok) return text.error;
    params.message_text = text.value;
  }
  if (node.html !== undefined) {
    const html = renderText(context, sender, node.html, { as: 'html' });
    if (!html.ok) return html.error;
    params.html = html.value;
  }
  const reference = earlier && textAt(earlier.response, 'data', 'message_id');
  if (reference) params.thread_ref = reference;
  params.custom_headers = headersOf(deps, context, node);
  return {
    is: 'call',
    request: { account_id: sender.id, category: 'messages', action: 'send', params },
    limit_class: 'email',
    credits: 1,
  };
}

function subjectOf(
  context: StepContext,
  sender: NonNullable<ReturnType<typeof senderOf>>,
  node: EmailNode,
  earlier: IntentRow | null,
): string | Prepared {
  if (node.subject !== undefined) {
    const subject = renderText(context, sender, node.subject);
    return subject.ok ? subject.value : subject.error;
  }
  const first = earlier && textAt(earlier.request, 'params', 'subject');
  if (!first)
    return failed('NO_THREAD', 'no earlier email of this enrollment is there to answer, and the step has no subject');
  return /^re:/i.test(first) ? first : `Re: ${first}`;
}

function headersOf(deps: StepDeps, context: StepContext, node: EmailNode): Record<string, string> {
  const link = node.unsubscribe ? deps.unsubscribeUrl(context.enrollment.id) : null;
  return {
    [INTENT_HEADER]: context.key,
    ...(link === null
      ? {}
      : { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

export function absorbEmail(context: StepContext, data: unknown): Absorbed {
  return {
    title: `Sent an email to ${context.whom}${fromSender(context, 'email')}`,
    changes: {},
    detail: { message_id: textAt(data, 'data', 'message_id') },
  };
}
