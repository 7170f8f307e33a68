import { ACCOUNT_COLUMNS } from '../../accounts/find-account.ts';
import type { Call } from '../../channels/call.ts';
import type { EmailChannel } from '../../channels/email-channel.ts';
import type { AccountRow } from '../../context.ts';
import { invalidParams, ServiceError } from '../../http/service-error.ts';
import { chooseMailbox } from './choose-mailbox.ts';
import { isHomeCourt, type MailHome } from './mail-provider.ts';

/**
 * spec: messages / send, `account_ids`. The mailbox of the pool that this mail is to be sent from. Throws where the pool
 * names what is not the caller's, is no mailbox, or has nothing that is connected.
 */
export async function routeEmail(
  email: Pick<EmailChannel, 'mailboxes'>,
  call: Call,
  mail: {
    readonly account_ids: readonly string[];
    readonly to: string;
    readonly thread_ref: string | null;
    readonly homes: ReadonlyMap<string, MailHome>;
  },
): Promise<AccountRow> {
  const pool = await ownMailboxes(call, [...new Set(mail.account_ids)]);
  const active = pool.filter(({ status }) => status === 'connected');
  if (active.length === 0) {
    throw new ServiceError(
      'ACCOUNT_INACTIVE',
      'params.account_ids: none of these mailboxes is connected; log in again',
    );
  }
  const states = await email.mailboxes(call, {
    account_ids: active.map(({ account_id }) => account_id),
    thread_ref: mail.thread_ref,
  });
  const candidates = active.flatMap((account) => {
    const state = states.get(account.account_id);
    const home_court = isHomeCourt(mail.homes, account.email ?? account.name, mail.to);
    return state ? [{ ...state, home_court, daily_limit: account.daily_limit, account }] : [];
  });
  const chosen = chooseMailbox(candidates);
  if (!chosen) throw new Error('the channel knows none of the mailboxes');
  return chosen.account;
}

/** In the pool's order. */
async function ownMailboxes({ tx, account }: Call, accountIds: readonly string[]): Promise<AccountRow[]> {
  const { rows } = await tx.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts where user_id = $1 and account_id = any ($2::text[])`,
    [account.user_id, accountIds],
  );
  return accountIds.map((id) => {
    const found = rows.find(({ account_id }) => account_id === id);
    if (!found) throw new ServiceError('INVALID_ACCOUNT', `params.account_ids: account ${id} not found`);
    if (found.platform !== 'email') {
      throw invalidParams(`params.account_ids: ${id} is a ${found.platform} account, not a mailbox`);
    }
    return found;
  });
}
