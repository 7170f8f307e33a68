import { z } from 'zod';
import type { ParsedMail } from '../reading/parsed-mail.ts';
import type { Reported } from './report.ts';

/**
 * The part we read of what Amazon SES publishes for a bounce, as Amazon SNS mails it: JSON in a text part ("Amazon SNS notification
 * contents for Amazon SES" in its developer guide).
 */
const Event = z.object({
  notificationType: z.literal('Bounce').optional(),
  eventType: z.literal('Bounce').optional(),
  bounce: z.object({
    bouncedRecipients: z.array(
      z.object({ emailAddress: z.string(), status: z.string().optional(), diagnosticCode: z.string().optional() }),
    ),
  }),
});

const MOST_JSON = 100_000;

/** Recipients of such an event; none where the mail is another one. */
export function readSesEvent(mail: ParsedMail): Reported[] {
  if (!/@sns\.amazonaws\.com$/i.test(mail.from?.email ?? '')) return [];
  const event = Event.safeParse(jsonIn(mail.text.slice(0, MOST_JSON)));
  if (!event.success) return [];
  return event.data.bounce.bouncedRecipients.map(({ emailAddress, status, diagnosticCode }) => ({
    recipient: emailAddress,
    action: 'failed',
    status: /^[45]\.\d{1,3}\.\d{1,3}$/.test(status ?? '') ? (status ?? null) : null,
    diagnostic: (diagnosticCode ?? '').replace(/^smtp;\s?/i, ''),
  }));
}

/** The object before the footer of SNS, whose lines may be folded; null: there is none. */
function jsonIn(text: string): unknown {
  const object = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1).replace(/\r?\n/g, '');
  try {
    return JSON.parse(object);
  } catch {
    return null;
  }
}
