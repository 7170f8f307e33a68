import type { EmailNode } from '../../../src/language/plan/nodes/email.ts';
import type { StepRecord } from '../../../src/runtime/store/enrollments/load-step.ts';
import { readEmail } from '../../../src/shared/identity/email-address.ts';
import { sayNotRead } from '../../../src/shared/identity/not-read.ts';
import { fail, ok, type Result } from '../../../src/shared/kit/result.ts';
import type { StepDeps } from '../../deps.ts';
import type { StepContext } from '../../look/context.ts';
import { failed, impossible, type Prepared } from '../prepared.ts';
import { renderText } from '../render.ts';

/** The header by which a mail is found among the sent ones again. */
export const INTENT_HEADER = 'X-Overture-Intent';

type Sender = StepRecord['accounts'][number];
type Addresses = { to: string; cc?: string[]; bcc?: string[]; reply_to?: string };

/**
 * Fills the addresses: the lead's own unless the step says otherwise. An address that a template leaves empty is left
 * out.
 */
export function addressesOf(context: StepContext, sender: Sender, node: EmailNode): Result<Addresses, Prepared> {
  const to = node.to === undefined ? readAll([context.lead?.email ?? '']) : renderAll(context, sender, [node.to]);
  if (!to.ok) return to;
  const [mailbox] = to.value;
  if (mailbox === undefined) return fail(impossible('NO_EMAIL', 'there is no email address to write to'));
  const cc = renderAll(context, sender, node.cc);
  if (!cc.ok) return cc;
  const bcc = renderAll(context, sender, node.bcc);
  if (!bcc.ok) return bcc;
  const replyTo = renderAll(context, sender, node.reply_to === undefined ? [] : [node.reply_to]);
  if (!replyTo.ok) return replyTo;
  const [reply_to] = replyTo.value;
  return ok({
    to: mailbox,
    ...(cc.value.length > 0 ? { cc: cc.value } : {}),
    ...(bcc.value.length > 0 ? { bcc: bcc.value } : {}),
    ...(reply_to === undefined ? {} : { reply_to }),
  });
}

function renderAll(
  context: StepContext,
  sender: Sender,
  templates: readonly string[] = [],
): Result<string[], Prepared> {
  const values: string[] = [];
  for (const template of templates) {
    const rendered = renderText(context, sender, template, { as: 'line' });
    if (!rendered.ok) return rendered;
    values.push(rendered.value);
  }
  return readAll(values);
}

/** Brings each address into the one form that no service reads as another address. */
function readAll(texts: readonly string[]): Result<string[], Prepared> {
  const addresses: string[] = [];
  for (const text of texts) {
    if (text.trim() === '') continue;
    const read = readEmail(text);
    if (!read.ok) return fail(failed('BAD_ADDRESS', `“${text}” ${sayNotRead(read.error)}`));
    addresses.push(read.value.address);
  }
  return ok(addresses);
}

/**
 * Fills the step's own `X-` headers, our mark, and the one-click unsubscribe (RFC 8058). Ours cannot be written over.
 */
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
