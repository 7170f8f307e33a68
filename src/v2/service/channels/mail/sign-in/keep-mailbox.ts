import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { SecretBox } from '../../../../../shared/secrets/secret-box.ts';
import type { MailboxSecret, ServerAddress } from '../connections/mailbox.ts';
import type { FolderState } from '../reading/index/find-folders.ts';
import { insertFolders } from '../reading/index/folder-row.ts';

/** Settings that a sign-in found out about a real mailbox. */
export interface MailboxSettings {
  readonly imap: ServerAddress;
  readonly smtp: ServerAddress;
  readonly login_name: string;
  readonly secret: MailboxSecret;
  /** The ends of its folders at the sign-in: mails that come after them are new. */
  readonly folders: readonly FolderState[];
}

/** In the transaction that connects the account, for the first time or again. */
export async function keepMailbox(
  tx: Queryable,
  secrets: SecretBox,
  accountId: string,
  { imap, smtp, login_name, secret, folders }: MailboxSettings,
): Promise<void> {
  await tx.query(
    `insert into mailboxes (account_id, imap_host, imap_port, imap_secure, smtp_host, smtp_port, smtp_secure, login_name, sealed_secret)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (account_id) do update
       set imap_host = excluded.imap_host, imap_port = excluded.imap_port, imap_secure = excluded.imap_secure,
           smtp_host = excluded.smtp_host, smtp_port = excluded.smtp_port, smtp_secure = excluded.smtp_secure,
           login_name = excluded.login_name, sealed_secret = excluded.sealed_secret, revision = mailboxes.revision + 1,
           renewing_id = null, wall_renewing_until = null, renew_failures = 0, wall_renew_after = null`,
    [
      accountId,
      ...[imap.host, imap.port, imap.secure],
      ...[smtp.host, smtp.port, smtp.secure],
      login_name,
      secrets.seal(JSON.stringify(secret)),
    ],
  );
  if (folders.length > 0) await insertFolders(tx, accountId, folders);
}

/** Forgets a mailbox: the account is no real one, or not any more. */
export async function forgetMailbox(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('delete from mailboxes where account_id = $1', [accountId]);
}
