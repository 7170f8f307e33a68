import { z } from 'zod';
import { count, id, text, time } from '../fields.ts';
import { stepTitle } from './step-title.ts';

export const limitClass = z.enum(['visit', 'invite', 'message', 'inmail', 'email', 'credits']);
export const channel = z.enum(['professional', 'messenger', 'email']);

const inmails = z
  .object({
    left: z.number(),
    booked: z.number(),
    free: z.number(),
    per_month: z.number().nullable(),
    renews_at: time,
  })
  .meta({ id: 'InMails' });

export const account = z
  .object({
    id,
    platform: channel,
    name: text,
    email: text.nullable(),
    country: text.nullable(),
    timezone: text.nullable(),
    products: z.array(text),
    profile: text.nullable().describe('What its network tolerates; null: nothing is known of it.'),
    daily_limit: z.number().nullable(),
    status: text,
    held_until: time.nullable(),
    held_reason: text.nullable(),
    held: z
      .array(
        z.object({
          kind: z.enum(['paused', 'guardrail', 'behind', 'not_connected', 'slow_down', 'credits', 'limit']),
          reason: text,
          since: time.nullable(),
          until: time.nullable(),
          limit_class: text.optional(),
        }),
      )
      .describe('Why its calls wait; the first one is what its steps say.'),
    inmails: inmails.nullable(),
    waiting: z.array(z.object({ people: z.int(), reason: text.nullable(), next: time.nullable() })),
    health: z
      .object({
        since: time.nullable(),
        sends: z.int(),
        bounces: z.int(),
        complaints: z.int(),
        pauses_at: z.object({ days: z.number(), at_least: z.number(), bounces: z.number(), complaints: z.number() }),
      })
      .nullable(),
  })
  .meta({ id: 'Account' });

export const capacity = z
  .object({
    timezone: text.describe('In which its days are counted.'),
    days: z.array(
      z.object({
        date: z.iso.date(),
        open: z.boolean(),
        classes: z.partialRecord(
          limitClass,
          z.object({
            cap: z.number().nullable(),
            used: z.number(),
            booked: z.number(),
            limited_by: text.optional().describe('What `cap` comes from, in words.'),
            left: z.number().optional(),
          }),
        ),
      }),
    ),
    first_contacts: z
      .array(z.object({ date: z.iso.date(), limit_class: limitClass, used: count, booked: count }))
      .describe(
        'Of `used` and `booked` those that reach their person first in an enrollment; the others follow up. Days without one are left out.',
      ),
    inmails: inmails.nullable(),
    campaigns: z.array(
      z.object({
        campaign_id: id.nullable(),
        sequence: text,
        name: text,
        weight: z.number(),
        waiting: z.int(),
        booked: z.int(),
        forecast_finished_at: z.iso.date().nullable(),
      }),
    ),
  })
  .meta({ id: 'Capacity' });

export const accountSend = z
  .object({
    id,
    at: time,
    date: z.iso.date().describe("The account's own day."),
    timezone: text.describe('In which its days are counted.'),
    limit_class: limitClass,
    state: z.enum(['used', 'booked']),
    first_contact: z.boolean().describe('It reaches the person first in this enrollment; else it follows up.'),
    enrollment_id: id.nullable().describe('Null: of an answer to somebody who is in no sequence.'),
    lead_id: id.nullable().describe('Null: they were erased.'),
    first_name: text.nullable(),
    last_name: text.nullable(),
    email: text.nullable(),
    profile_url: text.nullable(),
    company: text.nullable(),
    sequence: text.nullable(),
    campaign_id: id.nullable(),
    node: text,
    title: stepTitle,
  })
  .meta({ id: 'AccountSend' });

export const connectLink = z
  .object({
    url: text.nullable().describe('Null: of a dry run.'),
    expires_at: time.nullable(),
    platforms: z.array(channel),
    account_id: id.nullable(),
    dry_run: z.boolean().optional(),
  })
  .meta({ id: 'ConnectLink' });

export const sentMail = z
  .object({
    enrollment_id: id,
    name: text.nullable(),
    outcome: text.nullable(),
    account_id: id,
    node: text,
    to: text.nullable(),
    subject: text.nullable(),
    message_id: text.nullable(),
    at: time,
  })
  .meta({ id: 'SentMail' });

const party = z.object({ name: text, email: text });

export const mailThread = z
  .object({
    account_id: id,
    error: text.nullable().describe('Why the mailbox cannot be read now.'),
    mails: z.array(
      z.object({
        message_id: text,
        source: z.enum(['mailbox', 'ledger']),
        kind: z.enum(['mail', 'bounce', 'automatic']),
        is_ours: z.boolean(),
        from: party,
        to: z.array(party),
        cc: z.array(party),
        subject: text,
        at: time,
        text: text.describe('What its writer wrote.'),
        quoted: text.describe('The whole text, where it quotes what it answers.'),
        attachments: z.array(z.object({ name: text, type: text, byte_size: z.number() })),
        has_html: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'MailThread' });

export const deliverability = z
  .object({
    account_id: id,
    email: text,
    findings: z.array(
      z.object({
        check: z.enum(['mx', 'spf', 'dkim', 'dmarc', 'reverse_name', 'limit', 'health']),
        state: z.enum(['good', 'improve', 'broken', 'unknown']),
        says: text,
        found: text.nullable(),
        fix: text.nullable(),
      }),
    ),
  })
  .meta({ id: 'Deliverability' });
