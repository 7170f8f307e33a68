import { setImmediate } from 'node:timers/promises';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { DAY, SECOND } from '../../../../../../shared/kit/duration.ts';
import type { Mailbox } from '../../connections/mailbox.ts';
import type { MailDeps } from '../../mail-deps.ts';
import { readNewMails } from '../events/read-new-mails.ts';
import { tellMail } from '../events/tell-mail.ts';
import { type FolderRow, readRow } from './folder-row.ts';
import { type IndexedMail, indexedMail } from './indexed-mail.ts';
import { insertMails } from './insert-mails.ts';
import { lockIndex } from './refresh-mails.ts';

/** How far the clock of a mail server may be behind ours. */
export const SKEW = DAY;

export interface Piece {
  readonly deps: Pick<MailDeps, 'db' | 'clock' | 'events'>;
  readonly mailbox: Mailbox;
  readonly client: ImapFlow;
  readonly folder: FolderRow;
  /** `up`: what came since; `down`: what was there before. */
  readonly direction: 'up' | 'down';
}

/**
 * Indexes a piece of the opened folder, and tells of the mails that are new, in one transaction with how far the folder was read: each
 * mail gets one event, whatever crashes or runs twice.
 */
export async function ingestMails(piece: Piece, fetched: readonly FetchMessageObject[]): Promise<FolderRow> {
  const { deps, mailbox, client, folder, direction } = piece;
  const { account_id, path } = folder;
  const mails: IndexedMail[] = [];
  for (const [index, one] of fetched.entries()) {
    mails.push(await indexedMail(one, deps.clock));
    // Parsing waits for nothing: five hundred mails in one go would hold up every other call.
    if (index % 20 === 19) await setImmediate();
  }
  mails.sort((one, other) => one.uid - other.uid);
  const fresh = await unknownOf(
    deps,
    folder,
    mails.filter((mail) => mayBeNew(folder, direction, mail)),
  );
  const read = await readNewMails(client, mailbox, folder, fresh);
  return deps.db.transaction(async (tx) => {
    await lockIndex(tx, account_id);
    const now = await readRow(tx, account_id, path);
    // Somebody else saw the UIDs begin anew: these are none any more.
    if (!now || now.uid_validity !== folder.uid_validity) return now ?? folder;
    const left = mails.filter(({ uid }) => (direction === 'up' ? uid > now.high_uid : uid < now.low_uid));
    const inserted = await insertMails(
      tx,
      now,
      left.map((mail) => read.get(mail.uid)?.mail ?? mail),
    );
    for (const mail of inserted) {
      const content = read.get(mail.uid);
      if (mail.is_new && content) await tellMail(deps, tx, { mailbox, folder: now, mail, content });
    }
    const uids = mails.map(({ uid }) => uid);
    await tx.query(
      `update mail_folders set high_uid = greatest(high_uid, $2), low_uid = case when $3::bigint is null then low_uid else least(low_uid, $3) end
        where folder_id = $1`,
      [now.folder_id, direction === 'up' ? Math.max(...uids) : 0, direction === 'down' ? Math.min(...uids) : null],
    );
    return (await readRow(tx, account_id, path)) ?? now;
  });
}

/**
 * Whether a mail may be new to the watch, by the time at which the server received it. Mails that are read from the end of the
 * folder down are old, unless the folder is read once more: then a mail counts as new only if both the server and its own header
 * date it after the watch began, since a mailbox that was moved has received all of its mails today.
 */
function mayBeNew(folder: FolderRow, direction: 'up' | 'down', { at, date, is_draft }: IndexedMail): boolean {
  if (is_draft) return false;
  // Mails and servers tell their times in seconds.
  const from = Math.floor(folder.watched_from.getTime() / SECOND) * SECOND;
  if (direction === 'up') return at >= from - SKEW;
  return folder.reread && Math.min(at, date ?? at) >= from;
}

async function unknownOf(
  { db }: Piece['deps'],
  { account_id }: FolderRow,
  mails: readonly IndexedMail[],
): Promise<readonly IndexedMail[]> {
  if (mails.length === 0) return [];
  const { rows } = await db.query<{ identity: string }>(
    'select identity from mails where account_id = $1 and identity = any ($2::text[])',
    [account_id, mails.map(({ identity }) => identity)],
  );
  const known = new Set(rows.map(({ identity }) => identity));
  return mails.filter(({ identity }) => !known.has(identity));
}
