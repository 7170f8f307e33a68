import { z } from 'zod';
import { id, text, time } from '../fields.ts';

export const addressReport = z
  .object({
    address: text.describe('In the form in which all spellings of it are one.'),
    kind: z.enum(['bounce', 'complaint']).describe('`bounce`: mails came back for good.'),
    at: time.describe('When it was last so.'),
    reason: text.describe('What the mail server said, or nothing.'),
    account_id: id.describe('From which it had been written to.'),
  })
  .meta({ id: 'AddressReport' });
