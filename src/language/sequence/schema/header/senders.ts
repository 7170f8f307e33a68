import { z } from 'zod';
import { describe, oneOrMore } from '../describe.ts';

const accounts = (description: string, example: string): z.ZodType =>
  describe(
    oneOrMore(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.:@-]{0,127}$/), 1),
    `${description} Several are a pool, and a lead keeps its sender.`,
    [example, [example]],
  );

export const sendersForm = z.strictObject({
  professional: accounts('Accounts that visit, invite, message and send InMail.', 'acc_anna').optional(),
  messenger: accounts('Accounts that send `message` steps with `channel: messenger`.', 'acc_phone').optional(),
  email: accounts('Mailboxes that send emails.', 'acc_mail1').optional(),
});

export const senders = describe(
  sendersForm,
  'Account ids by channel. Left out, the accounts are chosen when a campaign starts or a lead is enrolled.',
  [{ professional: ['acc_anna'], email: ['acc_mail1', 'acc_mail2'] }],
);
