import { z } from 'zod';
import type { Reported } from './bounces/report.ts';
import type { ParsedMail } from './reading/parsed-mail.ts';
import { messageIds } from './reading/read-mail.ts';

/** A report of Amazon SES: a mail came back, or somebody called it spam. */
export type SesEvent =
  | { readonly kind: 'bounce'; readonly recipients: readonly Reported[]; readonly original_message_id: string | null }
  | {
      readonly kind: 'complaint';
      /** As in RFC 5965, lowercase; null where the provider tells none. */
      readonly feedback_type: string | null;
      readonly recipients: readonly string[];
      readonly original_message_id: string | null;
    };

/** `eventType`: of event publishing; `notificationType`: of the older notifications. */
const typed = <Type extends string>(type: Type) => ({
  notificationType: z.literal(type).optional(),
  eventType: z.literal(type).optional(),
});
const recipient = z.object({
  emailAddress: z.string(),
  status: z.string().optional(),
  diagnosticCode: z.string().optional(),
});
/** The header that the mail had, where SES is configured to include headers. */
const mail = z.object({ commonHeaders: z.object({ messageId: z.string().optional() }).optional() }).optional();

const bounceEvent = z.object({
  ...typed('Bounce'),
  bounce: z.object({ bouncedRecipients: z.array(recipient) }),
  mail,
});
const complaintEvent = z.object({
  ...typed('Complaint'),
  complaint: z.object({
    complainedRecipients: z.array(z.object({ emailAddress: z.string() })),
    complaintFeedbackType: z.string().max(40).nullish(),
  }),
  mail,
});

const MOST_JSON = 100_000;

/**
 * Reads what Amazon SES publishes, as Amazon SNS mails it: JSON in a text part ("Amazon SNS notification contents for Amazon
 * SES" in its developer guide). Null: another mail, or an event of another kind.
 */
export function readSesEvent({ from, text }: ParsedMail): SesEvent | null {
  if (!/@sns\.amazonaws\.com$/i.test(from?.email ?? '')) return null;
  const json = jsonIn(text.slice(0, MOST_JSON));
  const bounced = bounceEvent.safeParse(json);
  if (bounced.success) {
    const recipients = bounced.data.bounce.bouncedRecipients.map(reportedOf);
    return { kind: 'bounce', recipients, original_message_id: idIn(bounced.data) };
  }
  const complained = complaintEvent.safeParse(json);
  if (!complained.success) return null;
  const { complainedRecipients, complaintFeedbackType } = complained.data.complaint;
  return {
    kind: 'complaint',
    feedback_type: complaintFeedbackType?.toLowerCase() ?? null,
    recipients: complainedRecipients.map(({ emailAddress }) => emailAddress),
    original_message_id: idIn(complained.data),
  };
}

const reportedOf = ({ emailAddress, status, diagnosticCode }: z.output<typeof recipient>): Reported => ({
  recipient: emailAddress,
  action: 'failed',
  status: /^[45]\.\d{1,3}\.\d{1,3}$/.test(status ?? '') ? (status ?? null) : null,
  diagnostic: (diagnosticCode ?? '').replace(/^smtp;\s?/i, ''),
});

const idIn = (event: { readonly mail?: z.output<typeof mail> }): string | null =>
  messageIds(event.mail?.commonHeaders?.messageId)[0] ?? null;

/** The object before the footer of SNS, whose lines may be folded; null: there is none. */
function jsonIn(text: string): unknown {
  const object = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1).replace(/\r?\n/g, '');
  try {
    return JSON.parse(object);
  } catch {
    return null;
  }
}
