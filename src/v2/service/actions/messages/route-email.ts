import type { AccountRow } from '../../accounts/account-row.ts';
import { ACCOUNT_COLUMNS } from '../../accounts/find-account.ts';
import { invalidParams, ServiceError } from '../../answers/service-error.ts';
import type { MailboxState } from '../../channels/email-channel.ts';
import { isHomeCourt, type MailHome } from '../../channels/mail-provider.ts';
import type { UsedPart } from '../../channels/parts.ts';
import { chooseMailbox } from './choose-mailbox.ts';
import type { SendCall } from './send-call.ts';

/** A mailbox with what sends its mails. */
interface RoutedMailbox {
  readonly account: AccountRow;
  readonly channel: UsedPart<'email'>;
}

/**
 * spec: messages / send, `account_ids`. The mailbox of the pool that this mail is to be sent from. Throws where the pool
 * names what is not the caller's, is no mailbox, or has nothing that is connected.
 */
export async function routeEmail(
  call: SendCall<'email'>,
  mail: {
    readonly account_ids: readonly string[];
    readonly to: string;
    readonly thread_ref: string | null;
    readonly homes: ReadonlyMap<string, MailHome>;
  },
): Promise<RoutedMailbox> {
  const pool = await ownMailboxes(call, [...new Set(mail.account_ids)]);
  const active = pool.filter(({ status }) => status === 'connected');
  if (active.length === 0) {
    throw new ServiceError(
      'ACCOUNT_INACTIVE',
      'params.account_ids: none of these mailboxes is connected; log in again',
    );
  }
  const found = await statesOf(call, active, mail.thread_ref);
  const candidates = active.flatMap((account) => {
    const mailbox = found.get(account.account_id);
    const home_court = isHomeCourt(mail.homes, account.email ?? account.name, mail.to);
    return mailbox
      ? [{ ...mailbox.state, home_court, daily_limit: account.daily_limit, account, channel: mailbox.channel }]
      : [];
  });
  const chosen = chooseMailbox(candidates);
  if (!chosen) throw invalidParams('params.account_ids: no mail can be sent from these accounts');
  return chosen;
}

/** The state of each mailbox that can send mail, by `account_id`. */
async function statesOf(
  { context, tx, now }: SendCall<'email'>,
  accounts: readonly AccountRow[],
  thread_ref: string | null,
) {
  const found = new Map<string, { readonly state: MailboxState; readonly channel: UsedPart<'email'> }>();
  for (const group of await context.channels.group(tx, accounts)) {
    const channels = new Map(
      group.flatMap(({ account, channel }) => (channel.parts.email ? [[account.account_id, channel.parts.email]] : [])),
    );
    const [first] = group;
    const states = await first?.channel.parts.email?.mailboxes(
      { tx, account: first.account, now },
      { account_ids: [...channels.keys()], thread_ref },
    );
    for (const [id, state] of states ?? []) {
      const channel = channels.get(id);
      if (channel) found.set(id, { state, channel });
    }
  }
  return found;
}

/** In the pool's order. */
async function ownMailboxes(
  { tx, account }: Pick<SendCall<'email'>, 'tx' | 'account'>,
  accountIds: readonly string[],
): Promise<AccountRow[]> {
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
