import type { EmailNode } from '../../src/language/plan/nodes/email.ts';
import type { StepRecord } from '../../src/runtime/store/enrollments/load-step.ts';
import { fail, ok, type Result } from '../../src/shared/kit/result.ts';
import type { StepDeps } from '../deps.ts';
import type { StepContext } from '../look/context.ts';
import { failed, impossible, type Prepared } from './prepared.ts';
import { renderText } from './render.ts';

/** By which a mail is found among the sent ones again. */
export const INTENT_HEADER = 'X-Overture-Intent';

type Sender = StepRecord['accounts'][number];
type Addresses = { to: string; cc?: string[]; bcc?: string[]; reply_to?: string };

/** To the lead unless the step says otherwise. What a template leaves empty is left out. */
export function addressesOf(context: StepContext, sender: Sender, node: EmailNode): Result<Addresses, Prepared> {
  const to =
    node.to === undefined ? ok(context.lead?.email ?? '') : renderText(context, sender, node.to, { as: 'line' });
  if (!to.ok) return to;
  if (to.value.trim() === '') return fail(impossible('NO_EMAIL', 'there is no email address to write to'));
  const cc = renderList(context, sender, node.cc);
  if (!cc.ok) return cc;
  const bcc = renderList(context, sender, node.bcc);
  if (!bcc.ok) return bcc;
  const replyTo = renderList(context, sender, node.reply_to === undefined ? [] : [node.reply_to]);
  if (!replyTo.ok) return replyTo;
  const [reply_to] = replyTo.value;
  return ok({
    to: to.value.trim(),
    ...(cc.value.length > 0 ? { cc: cc.value } : {}),
    ...(bcc.value.length > 0 ? { bcc: bcc.value } : {}),
    ...(reply_to === undefined ? {} : { reply_to }),
  });
}

function renderList(
  context: StepContext,
  sender: Sender,
  templates: readonly string[] = [],
): Result<string[], Prepared> {
  const values: string[] = [];
  for (const template of templates) {
    const rendered = renderText(context, sender, template, { as: 'line' });
    if (!rendered.ok) return rendered;
    if (rendered.value.trim() !== '') values.push(rendered.value.trim());
  }
  return ok(values);
}

/** The step's own `X-` headers, our mark, and the one-click unsubscribe (RFC 8058). Ours cannot be written over. */
export function headersOf(
  deps: StepDeps,
  context: StepContext,
  sender: Sender,
  node: EmailNode,
): Result<Record<string, string>, Prepared> {
  const headers: Record<string, string> = {};
  for (const [name, template] of Object.entries(node.headers ?? {})) {
    if (!/^x-[!-9;-~]+$/i.test(name) || name.toLowerCase() === INTENT_HEADER.toLowerCase()) {
      return fail(failed('BAD_HEADER', `an email can only have custom headers that begin with X-, not "${name}"`));
    }
    const rendered = renderText(context, sender, template, { as: 'line' });
    if (!rendered.ok) return rendered;
    headers[name] = rendered.value;
  }
  headers[INTENT_HEADER] = context.key;
  const link = node.unsubscribe ? deps.unsubscribeUrl(context.enrollment.id) : null;
  if (link !== null) {
    headers['List-Unsubscribe'] = `<${link}>`;
    headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click';
  }
  return ok(headers);
}
