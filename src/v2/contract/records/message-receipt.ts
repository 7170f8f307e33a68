import { z } from 'zod';

const status = z.literal('success');

/** spec: messages / send, Response `data` shapes. */
export const messageReceipt = z.looseObject({
  status,
  data: z.looseObject({ entityUrn: z.string(), conversation_id: z.string(), deliveredAt: z.int() }),
});

export const messengerReceipt = z.looseObject({
  status,
  data: z.looseObject({
    entityUrn: z.string(),
    conversation_id: z.string(),
    deliveredAt: z.int(),
    phone_number: z.string(),
  }),
});

/** `threadId` is a `conversation_id` of the premium inbox, and of that one only. */
export const inmailReceipt = z.looseObject({
  status,
  message: z.string(),
  recipient_urn: z.string(),
  data: z.looseObject({ value: z.looseObject({ threadId: z.string(), messageId: z.string() }) }),
});

const mailboxHealth = z.looseObject({
  sends_today: z.int(),
  /** @unspecified null: the mailbox has no limit. */
  daily_limit: z.int().nullable(),
  /** Share of the mailbox's sends that bounced, 0 to 1. */
  bounce_rate: z.number(),
});

export const emailReceipt = z.looseObject({
  status,
  data: z.looseObject({
    message_id: z.string(),
    sent_from: z.string(),
    /** Provider bucket. @unspecified the names of the two buckets beside `other`. */
    esp: z.string(),
    recipient_esp: z.string(),
    /** Sender and recipient are on the same provider. */
    home_court: z.boolean(),
    /** The mailbox is over its daily limit; the mail still went out. */
    over_cap: z.boolean(),
    mailbox_health: mailboxHealth,
  }),
});

/** Messenger before the plain message, whose fields it has too. */
export const sendReceipt = z.union([inmailReceipt, emailReceipt, messengerReceipt, messageReceipt]);
export type SendReceipt = z.infer<typeof sendReceipt>;
