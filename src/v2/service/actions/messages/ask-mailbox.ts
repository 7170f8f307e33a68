import type { Outcome } from '../../channels/call.ts';
import type { OutsideMailbox } from '../../channels/email-channel.ts';
import type { AccountRow } from '../../context.ts';
import type { PrepareCall } from '../action-handler.ts';

/**
 * For a handler's options: a real mailbox is asked before the transaction. `prepared` is its answer, or null where the account's channel
 * takes part in the transaction and is asked within it.
 */
export const askMailbox = <Params, T>(
  ask: (mailbox: OutsideMailbox, params: Params) => Promise<Outcome<T>>,
): {
  prepare(call: PrepareCall<Params>): Promise<Outcome<T> | null>;
  slow(params: Params, account: AccountRow): boolean;
} => ({
  slow: (_params, account) => account.platform === 'email',
  async prepare({ context, params, account }) {
    if (account.platform !== 'email') return null;
    const mailbox = await context.channels.email.outside(account);
    return mailbox && ask(mailbox, params);
  },
});
