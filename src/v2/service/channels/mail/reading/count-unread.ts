import { findMailbox } from '../connections/mailbox.ts';
import type { MailDeps } from '../mail-deps.ts';
import { surveyFolders } from './index/find-folders.ts';
import { readFolders } from './index/folder-row.ts';

/**
 * Mails that lie in folders of real mailboxes and that nobody has taken in yet, as their servers say. What we have put into the sent
 * folder ourselves tells nobody anything.
 */
export async function countUnread(deps: MailDeps): Promise<number> {
  const { rows } = await deps.db.query<{ account_id: string }>(
    `select account_id from mailboxes join accounts using (account_id) where status = 'connected'`,
  );
  const counts = await Promise.all(rows.map(({ account_id }) => countIn(deps, account_id)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countIn(deps: MailDeps, accountId: string): Promise<number> {
  const mailbox = await findMailbox(deps.db, deps.secrets, accountId);
  if (!mailbox) return 0;
  const states = await deps.connections.imap(mailbox, surveyFolders);
  // Read after it: what was taken in meanwhile is no more unread.
  const known = new Map((await readFolders(deps.db, accountId)).map((row) => [row.path, row]));
  let unread = 0;
  for (const { path, role, uid_next, uid_validity } of states) {
    if (role === 'sent' || role === 'trash') continue;
    const row = known.get(path);
    if (row === undefined || row.uid_validity !== uid_validity) unread += 1;
    else unread += Math.max(0, uid_next - 1 - row.high_uid);
  }
  return unread;
}
