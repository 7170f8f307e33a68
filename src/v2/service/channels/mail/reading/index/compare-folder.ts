import type { ImapFlow, MailboxObject } from 'imapflow';
import type { Database, Queryable } from '../../../../../../shared/postgres/database.ts';
import type { FolderRow } from './folder-row.ts';
import { lockIndex, refreshMails } from './refresh-mails.ts';

/** Notes in the index what others removed from the opened folder, or read there, since it was last compared. Returns its row as it is then. */
export async function compareFolder(
  db: Database,
  client: ImapFlow,
  folder: FolderRow,
  open: MailboxObject,
): Promise<FolderRow> {
  const modseq = open.noModseq ? null : (open.highestModseq?.toString() ?? null);
  const { exists } = open;
  if (modseq !== null && modseq === folder.modseq_then && exists === folder.exists_then) return folder;
  if (folder.high_uid >= folder.low_uid) {
    const there = await uidsThere(client, folder);
    const unread = modseq === null || folder.modseq_then === null ? await unreadThere(client, folder) : null;
    const changed = unread === null ? await changesSince(client, folder) : [];
    await db.transaction(async (tx) => {
      await lockIndex(tx, folder.account_id);
      const affected = [
        ...(await removePlaces(tx, folder, there)),
        ...(unread === null ? await changePlaces(tx, folder, changed) : await setUnread(tx, folder, unread)),
      ];
      await refreshMails(tx, [...new Set(affected)]);
    });
  }
  await db.query('update mail_folders set exists_then = $2, modseq_then = $3 where folder_id = $1', [
    folder.folder_id,
    exists,
    modseq,
  ]);
  return { ...folder, exists_then: exists, modseq_then: modseq };
}

/**
 * The UIDs of the indexed part, as a multirange: a server that can say it so sends some bytes for a hundred thousand mails. Null:
 * it does not say.
 */
async function uidsThere(client: ImapFlow, folder: FolderRow): Promise<string | null> {
  const range = `${folder.low_uid}:${folder.high_uid}`;
  const found = await client.search({ uid: range }, { uid: true, returnOptions: ['ALL'] });
  if (!found) return null;
  return multirangeOf(Array.isArray(found) ? found.join(',') : (found.all ?? ''));
}

function multirangeOf(set: string): string {
  const ranges = set.split(',').flatMap((piece) => {
    const [first, last = first] = piece.split(':').map(Number);
    return first && last ? [`[${Math.min(first, last)},${Math.max(first, last)}]`] : [];
  });
  return `{${ranges.join(',')}}`;
}

async function removePlaces(tx: Queryable, folder: FolderRow, there: string | null): Promise<string[]> {
  if (there === null) return [];
  const { rows } = await tx.query<{ mail_id: string }>(
    `delete from mail_places
      where folder_id = $1 and uid between $2 and $3 and not uid <@ $4::int8multirange returning mail_id`,
    [folder.folder_id, folder.low_uid, folder.high_uid, there],
  );
  return rows.map(({ mail_id }) => mail_id);
}

/** A server without change numbers: all that is unread. */
async function unreadThere(client: ImapFlow, folder: FolderRow): Promise<number[]> {
  return (await client.search({ seen: false, uid: `${folder.low_uid}:${folder.high_uid}` }, { uid: true })) || [];
}

async function setUnread(tx: Queryable, folder: FolderRow, unread: readonly number[]): Promise<string[]> {
  const { rows } = await tx.query<{ mail_id: string }>(
    `update mail_places set unread = uid = any ($4::bigint[])
      where folder_id = $1 and uid between $2 and $3 and unread <> (uid = any ($4::bigint[])) returning mail_id`,
    [folder.folder_id, folder.low_uid, folder.high_uid, unread],
  );
  return rows.map(({ mail_id }) => mail_id);
}

type Change = readonly [uid: number, unread: boolean];

async function changesSince(client: ImapFlow, folder: FolderRow): Promise<Change[]> {
  const changes: Change[] = [];
  const range = `${folder.low_uid}:${folder.high_uid}`;
  const options = { uid: true, changedSince: BigInt(folder.modseq_then ?? 0) };
  for await (const { uid, flags } of client.fetch(range, { uid: true, flags: true }, options)) {
    if (flags) changes.push([uid, !flags.has('\\Seen')]);
  }
  return changes;
}

async function changePlaces(tx: Queryable, folder: FolderRow, changes: readonly Change[]): Promise<string[]> {
  const { rows } = await tx.query<{ mail_id: string }>(
    `update mail_places p set unread = change.unread
       from unnest($2::bigint[], $3::boolean[]) as change (uid, unread)
      where p.folder_id = $1 and p.uid = change.uid and p.unread <> change.unread returning mail_id`,
    [folder.folder_id, changes.map(([uid]) => uid), changes.map(([, unread]) => unread)],
  );
  return rows.map(({ mail_id }) => mail_id);
}
