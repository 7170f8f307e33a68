import type { ImapFlow } from 'imapflow';
import type { Mailbox } from '../../connections/mailbox.ts';
import { compareFolder } from './compare-folder.ts';
import type { FoundFolder } from './find-folders.ts';
import { type FolderRow, openFolder } from './folder-row.ts';
import { INDEX_QUERY } from './indexed-mail.ts';
import { ingestMails, type Piece, SKEW } from './ingest-mails.ts';

/** Mails in one step: of new ones the texts are read too. */
const NEW_AT_ONCE = 20;
const OLD_AT_ONCE = 500;

type Deps = Piece['deps'];

/**
 * Brings the index of a folder to what the folder is now: mails that came, went, or were read elsewhere. Leaves the folder open.
 * Where nothing changed, that costs the opening alone.
 */
export async function syncFolder(
  deps: Deps,
  mailbox: Mailbox,
  client: ImapFlow,
  found: FoundFolder,
): Promise<FolderRow> {
  const { folder, open } = await openFolder(deps.db, client, mailbox.account_id, found);
  const current = await ingestNew({ deps, mailbox, client, folder, direction: 'up' }, open.uidNext);
  return compareFolder(deps.db, client, current, open);
}

async function ingestNew(piece: Piece, uidNext: number): Promise<FolderRow> {
  let { folder } = piece;
  if (uidNext && uidNext - 1 <= folder.high_uid) return folder;
  // Of a folder that appears later, what is older than the watch is nobody's concern: a person may move a hundred thousand mails.
  const since = folder.role === 'other' ? { since: new Date(folder.watched_from.getTime() - SKEW) } : {};
  const found = await piece.client.search({ uid: `${folder.high_uid + 1}:*`, ...since }, { uid: true });
  // `*` is the last mail, also where that is older.
  const uids = (found || []).filter((uid) => uid > folder.high_uid).toSorted((one, other) => one - other);
  for (let at = 0; at < uids.length; at += NEW_AT_ONCE) {
    const some = uids.slice(at, at + NEW_AT_ONCE);
    const fetched = await piece.client.fetchAll(`${some[0]}:${some.at(-1)}`, INDEX_QUERY, { uid: true });
    if (fetched.length > 0) folder = await ingestMails({ ...piece, folder }, fetched);
  }
  return folder.role === 'other' ? readThrough(piece.deps, folder, uidNext - 1) : folder;
}

/** Also where some mails were passed over. */
async function readThrough({ db }: Deps, folder: FolderRow, uid: number): Promise<FolderRow> {
  if (folder.high_uid >= uid) return folder;
  await db.query(
    'update mail_folders set high_uid = greatest(high_uid, $2) where folder_id = $1 and uid_validity = $3',
    [folder.folder_id, uid, folder.uid_validity],
  );
  return { ...folder, high_uid: uid };
}

/** Indexes the next older mails of the opened folder; the row says by `low_uid` 1 that there are no more. */
export async function deepenFolder(
  deps: Deps,
  mailbox: Mailbox,
  client: ImapFlow,
  folder: FolderRow,
): Promise<FolderRow> {
  const open = client.mailbox;
  if (folder.low_uid <= 1 || !open) return folder;
  // By their numbers: UIDs may have wide gaps.
  const above = await countFrom(client, folder.low_uid);
  const last = open.exists - above;
  if (last < 1) return endOf(deps, folder);
  const fetched = await client.fetchAll(`${Math.max(1, last - OLD_AT_ONCE + 1)}:${last}`, INDEX_QUERY);
  const older = fetched.filter(({ uid }) => uid < folder.low_uid);
  if (older.length === 0) return endOf(deps, folder);
  return ingestMails({ deps, mailbox, client, folder, direction: 'down' }, older);
}

async function countFrom(client: ImapFlow, uid: number): Promise<number> {
  const found = await client.search({ uid: `${uid}:*` }, { uid: true, returnOptions: ['COUNT', 'MIN'] });
  if (!found) return 0;
  if (Array.isArray(found)) return found.filter((one) => one >= uid).length;
  // `*` is the last mail, also where that is older.
  return found.min !== undefined && found.min < uid ? 0 : (found.count ?? 0);
}

async function endOf({ db }: Deps, folder: FolderRow): Promise<FolderRow> {
  await db.query('update mail_folders set low_uid = 1, reread = false where folder_id = $1 and low_uid = $2', [
    folder.folder_id,
    folder.low_uid,
  ]);
  return { ...folder, low_uid: 1, reread: false };
}
