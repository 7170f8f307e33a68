import { mailboxKey } from '../../../../../../shared/identity/mailbox-key.ts';
import { newId } from '../../../../../../shared/kit/ids.ts';
import type { Queryable } from '../../../../../../shared/postgres/database.ts';
import type { FolderRow } from './folder-row.ts';
import type { IndexedMail } from './indexed-mail.ts';
import { refreshMails } from './refresh-mails.ts';
import { threadMails } from './thread-mails.ts';

export interface Inserted extends IndexedMail {
  readonly mail_id: string;
  readonly thread_id: string;
  /** Was in no folder before. */
  readonly is_new: boolean;
}

/** Room for the UID in a mail's position, which orders lists by the second of arrival and then by the UID. The product fits a number. */
const SECOND_OF_MAILS = 1_000_000;

/** Servers tell times in seconds: within one, answers come after what they may answer, which lies in another folder, and then by UID. */
function positionOf({ at, uid, in_reply_to }: Pick<IndexedMail, 'at' | 'uid' | 'in_reply_to'>): number {
  const half = SECOND_OF_MAILS / 2;
  return Math.floor(at / 1000) * SECOND_OF_MAILS + (in_reply_to === null ? 0 : half) + (uid % half);
}

/**
 * Puts mails of a folder into the index, each with its thread; one that is known from another folder gets this place too. In their
 * order. The caller holds the lock of the account (`lockIndex`).
 */
export async function insertMails(
  tx: Queryable,
  folder: Pick<FolderRow, 'folder_id' | 'account_id' | 'role'>,
  mails: readonly IndexedMail[],
): Promise<readonly Inserted[]> {
  if (mails.length === 0) return [];
  const { account_id, role } = folder;
  const outgoing = role === 'sent';
  const { rows: known } = await tx.query<{ identity: string; mail_id: string; thread_id: string }>(
    'select identity, mail_id, thread_id from mails where account_id = $1 and identity = any ($2::text[])',
    [account_id, mails.map(({ identity }) => identity)],
  );
  const found = new Map(known.map((row) => [row.identity, row]));
  // Twice in one folder is one mail.
  const first = new Map(mails.map((mail) => [mail.identity, mail]));
  const unknown = [...first.values()]
    .filter(({ identity }) => !found.has(identity))
    .map((mail) => ({ ...mail, thread_key: threadKey(mail, outgoing) }));
  const threads = await threadMails(tx, account_id, unknown);
  for (const mail of unknown) {
    const thread_id = threads.get(mail.identity) ?? '';
    found.set(mail.identity, { identity: mail.identity, mail_id: newId('mail', mail.at), thread_id });
  }
  const rows = unknown.map((mail) => ({
    ...mail,
    ...found.get(mail.identity),
    account_id,
    outgoing,
    at: new Date(mail.at),
    world_at: new Date(mail.world_at),
    position: positionOf(mail),
  }));
  await tx.query(`insert into mails (${COLUMNS}) select ${COLUMNS} from json_populate_recordset(null::mails, $1)`, [
    JSON.stringify(rows),
  ]);
  await tx.query(
    `insert into mail_places (folder_id, uid, mail_id, unread)
     select $1, unnest($2::bigint[]), unnest($3::text[]), unnest($4::boolean[])
     on conflict (folder_id, uid) do update set mail_id = excluded.mail_id, unread = excluded.unread`,
    [
      folder.folder_id,
      mails.map(({ uid }) => uid),
      mails.map(({ identity }) => found.get(identity)?.mail_id),
      mails.map(({ unread }) => unread),
    ],
  );
  const inserted = mails.map((mail) => ({
    ...mail,
    mail_id: found.get(mail.identity)?.mail_id ?? '',
    thread_id: found.get(mail.identity)?.thread_id ?? '',
    is_new: first.get(mail.identity) === mail && !known.some(({ identity }) => identity === mail.identity),
  }));
  if (outgoing) {
    // The journal knows when mails left that were sent from here.
    await tx.query(
      `update mails set world_at = s.at from mail_sends s
        where mails.mail_id = any ($1::text[]) and s.account_id = mails.account_id and s.message_id = mails.message_id`,
      [unknown.map(({ identity }) => found.get(identity)?.mail_id)],
    );
  }
  if (role === 'inbox') {
    // An answer brings its thread back from the archive.
    await tx.query(
      'update mails set archived = false where account_id = $1 and archived and thread_id = any ($2::text[])',
      [account_id, [...threads.values()]],
    );
  }
  await refreshMails(
    tx,
    inserted.map(({ mail_id }) => mail_id),
  );
  return inserted;
}

const COLUMNS = `mail_id, account_id, identity, message_id, in_reply_to, reference_ids, thread_id, outgoing, from_name, from_email,
  to_name, to_email, recipients, subject, thread_key, is_answer, files, is_bounce, at, world_at, position, unread`;

/** An answer without a subject is an answer to anything. */
function threadKey({ base_subject, from_email, to_email }: IndexedMail, outgoing: boolean): string {
  return base_subject === '' ? '' : `${base_subject}\n${mailboxKey(outgoing ? to_email : from_email)}`;
}
