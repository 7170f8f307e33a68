import type { Queryable } from '../../../shared/postgres/database.ts';
import type { AccountRow } from '../context.ts';
import type { EmailChannel, Sending } from './email-channel.ts';

/** The channel of real mailboxes. `send` answers null, and has done nothing, where the account is none. */
export type RealEmail = Omit<EmailChannel, 'send'> & {
  send(...given: Parameters<EmailChannel['send']>): Promise<Sending | null>;
};

/** Sends each call to the sandbox's mailboxes or to the real ones, by whose account it is. */
export function routeByMailbox(sandbox: EmailChannel, mail: RealEmail): EmailChannel {
  const of = async ({ tx, account }: { readonly tx: Queryable; readonly account: AccountRow }) =>
    (await realOnes(tx, [account.account_id])).size > 0 ? mail : sandbox;
  return {
    send: async (call, email) => (await mail.send(call, email)) ?? sandbox.send(call, email),
    // The sandbox's mails are sent within the call: none is ever open.
    settleSend: (effectId) => mail.settleSend(effectId),
    async mailboxes(call, query) {
      const real = await realOnes(call.tx, query.account_ids);
      const ask = async (channel: Pick<EmailChannel, 'mailboxes'>, account_ids: readonly string[]) =>
        account_ids.length === 0 ? new Map() : channel.mailboxes(call, { ...query, account_ids });
      const found = [
        await ask(
          mail,
          query.account_ids.filter((id) => real.has(id)),
        ),
        await ask(
          sandbox,
          query.account_ids.filter((id) => !real.has(id)),
        ),
      ];
      return new Map(found.flatMap((one) => [...one]));
    },
    async outside(account) {
      return account.platform === 'email' ? mail.outside(account) : null;
    },
    listInbox: async (call, query) => (await of(call)).listInbox(call, query),
    search: async (call, query) => (await of(call)).search(call, query),
    getConversation: async (call, query) => (await of(call)).getConversation(call, query),
    change: async (call, selection, change) => (await of(call)).change(call, selection, change),
    listLabels: async (call) => (await of(call)).listLabels(call),
  };
}

async function realOnes(tx: Queryable, accountIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ account_id: string }>(
    'select account_id from mailboxes where account_id = any ($1::text[])',
    [accountIds],
  );
  return new Set(rows.map(({ account_id }) => account_id));
}
