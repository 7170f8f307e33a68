import { z } from 'zod';
import { id, text, time } from '../fields.ts';

/** An answer that a person of ours has written to somebody. */
export const answer = z
  .object({
    id,
    account_id: id,
    channel: z.enum(['message', 'inmail', 'email', 'messenger']),
    to: text.describe('Where it goes: an address, a phone number or a profile.'),
    author: text.describe('The name of the key or session that wrote it.'),
    subject: text.nullable(),
    text,
    attachments: z.array(z.object({ name: text.nullable(), link: text.nullable() })),
    state: z
      .enum(['waiting', 'sending', 'in_doubt', 'sent', 'not_sent', 'withdrawn'])
      .describe('While it is `waiting` it can be taken back. `in_doubt`: a person is asked whether it went out.'),
    send_after: time.describe('It does not go before then; wall time.'),
    due_at: time.nullable().describe('Where it waits for a place of the account: when it has one; time of the world.'),
    waits_for: text.nullable().describe('Why it has not gone yet, in plain words.'),
    not_sent_because: z.object({ code: text, text }).nullable(),
    sequences: z
      .enum(['pause', 'continue'])
      .describe('What becomes of the sequences that the person is in when it goes.'),
    created_at: time,
    ended_at: time.nullable(),
  })
  .meta({ id: 'Answer' });
