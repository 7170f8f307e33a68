import type { Call, Outcome } from '../../call.ts';
import type { EmailChannel, MailChange, MailSelection } from '../../email-channel.ts';
import { MAIL_LABELS } from '../../mail-labels.ts';
import { namedMails, pickMails } from '../../pick-mails.ts';
import { done } from '../../refusals.ts';
import type { MailRow } from './mail-row.ts';

export async function changeMails(
  { tx, account }: Call,
  selection: MailSelection,
  change: MailChange,
): Promise<Outcome<{ readonly updated: number }>> {
  const { rows } = await tx.query<MailRow>(
    `select * from sandbox_mails where account_id = $1 and ($2::text is null or thread_id = $2)
        and ($3::text[] is null or message_id = any ($3)) order by position`,
    [account.account_id, selection.conversation_id, namedMails(selection)],
  );
  const picked = pickMails(rows, selection, { change, isInTrash: ({ folder }) => folder === 'trash' });
  if (!picked.ok) return picked;
  await tx.query(
    `update sandbox_mails set unread = coalesce($2, unread), folder = coalesce($3, folder) where mail_id = any ($1::text[])`,
    [picked.value.map(({ mail_id }) => mail_id), ...stateAfter(change)],
  );
  return done({ updated: picked.value.length });
}

/** `unread` and `folder`; null leaves it as it is. */
function stateAfter(change: MailChange): [boolean | null, string | null] {
  switch (change) {
    case 'mark_as_read':
      return [false, null];
    case 'mark_as_unread':
      return [true, null];
    case 'archive':
      return [null, 'archive'];
    case 'trash':
      return [null, 'trash'];
  }
}

const NAMES = { inbox: 'INBOX', sent: 'Sent', archive: 'Archive', trash: 'Trash' } as const;

export const listLabels: EmailChannel['listLabels'] = async ({ tx, account }) => {
  const { rows } = await tx.query<{ label: string; unread: number }>(
    `select folder as label, count(*)::int as unread from sandbox_mails
      where account_id = $1 and unread group by folder`,
    [account.account_id],
  );
  const unreadIn = (id: string): number => rows.find(({ label }) => label === id)?.unread ?? 0;
  return done(MAIL_LABELS.map((id) => ({ id, name: NAMES[id], unread: unreadIn(id) })));
};
