import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { ResolvedFile } from '../../../media/resolved-file.ts';
import { insertMail, type NewMail } from './mail-row.ts';

/** A mail arrives: unread, in the inbox, and what was archived of its thread comes back with it. */
export async function deliverMail(
  tx: Queryable,
  mail: Omit<NewMail, 'outgoing' | 'folder' | 'unread'>,
  files: readonly ResolvedFile[],
): Promise<NewMail> {
  const arrived: NewMail = { ...mail, outgoing: false, folder: 'inbox', unread: true };
  await tx.query(
    `update sandbox_mails set folder = 'inbox' where account_id = $1 and thread_id = $2 and folder = 'archive'`,
    [mail.account_id, mail.thread_id],
  );
  await insertMail(tx, arrived, files);
  return arrived;
}
