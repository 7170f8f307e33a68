import type { ImapFlow } from 'imapflow';
import { SECOND } from '../../../../../shared/kit/duration.ts';
import type { Mailbox } from '../connections/mailbox.ts';
import type { MailDeps } from '../mail-deps.ts';
import { type FolderRole, type FoundFolder, findFolders } from './index/find-folders.ts';
import { beginFolders, type FolderRow } from './index/folder-row.ts';
import { openForReading } from './index/open-place.ts';
import { deepenFolder, syncFolder } from './index/sync-folder.ts';
import { StillIndexing } from './still-indexing.ts';

/** How long a call goes on indexing for the sake of its page. */
const PATIENCE = 20 * SECOND;

/** A call that reads a mailbox, over a connection of its own. */
export interface ReadingSession {
  readonly deps: MailDeps;
  readonly account_id: string;
  readonly mailbox: Mailbox;
  readonly client: ImapFlow;
  /** The folders of the mailbox; asked for once. */
  folders(): Promise<readonly FoundFolder[]>;
  /** The folder of that use; where the mailbox has none, one of this name is made. */
  folderFor(role: FolderRole, name: string): Promise<string>;
  /** Brings the index of these folders up to date. */
  sync(roles: readonly FolderRole[]): Promise<void>;
  /**
   * Returns the rows that `read` finds, newest first, once at least `count` of them, or all there are, are certain: older mails
   * are indexed as long as `read` needs them. Throws `StillIndexing` where that takes too long.
   */
  untilFound<Row extends { readonly at: Date }>(
    count: number,
    read: () => Promise<readonly Row[]>,
  ): Promise<readonly Row[]>;
}

export function openSession(deps: MailDeps, mailbox: Mailbox, client: ImapFlow): ReadingSession {
  const { account_id } = mailbox;
  const synced = new Map<FolderRole, FolderRow>();
  let listed: Promise<readonly FoundFolder[]> | undefined;
  const folders = async () => {
    listed ??= findFolders(client);
    return listed;
  };

  return {
    deps,
    account_id,
    mailbox,
    client,
    folders,
    async folderFor(role, name) {
      const found = (await folders()).find((folder) => folder.role === role);
      if (found) return found.path;
      const { path } = await client.mailboxCreate(name);
      listed = undefined;
      return path;
    },
    async sync(roles) {
      const found = await folders();
      await beginFolders(deps.db, client, account_id);
      for (const folder of found) {
        if (roles.includes(folder.role)) synced.set(folder.role, await syncFolder(deps, mailbox, client, folder));
      }
    },
    async untilFound(count, read) {
      const end = Date.now() + PATIENCE;
      for (;;) {
        const rows = await read();
        const shallow = await shallowest(deps, [...synced.values()]);
        // Newer than the oldest that is indexed of every folder: nothing can come in between any more.
        const certain = shallow === null ? rows : rows.filter(({ at }) => at.getTime() > shallow.reaches);
        if (shallow === null || certain.length >= count) return certain;
        if (Date.now() > end) throw new StillIndexing();
        await openForReading(client, shallow.folder.path);
        synced.set(shallow.folder.role, await deepenFolder(deps, mailbox, client, shallow.folder));
      }
    },
  };
}

/** The folder that is indexed least far back, and how far; null: all are indexed to their beginning. */
async function shallowest(
  { db }: Pick<MailDeps, 'db'>,
  folders: readonly FolderRow[],
): Promise<{ readonly folder: FolderRow; readonly reaches: number } | null> {
  const open = folders.filter(({ low_uid }) => low_uid > 1);
  if (open.length === 0) return null;
  const { rows } = await db.query<{ folder_id: number; at: Date | null }>(
    `select folder_id::float8 as folder_id,
            (select at from mail_places p join mails using (mail_id) where p.folder_id = f.folder_id and uid >= low_uid
              order by uid limit 1) as at
       from mail_folders f where folder_id = any ($1::bigint[])`,
    [open.map(({ folder_id }) => folder_id)],
  );
  const reaches = (folder: FolderRow): number =>
    rows.find(({ folder_id }) => folder_id === folder.folder_id)?.at?.getTime() ?? Number.POSITIVE_INFINITY;
  const [folder] = open.toSorted((one, other) => reaches(other) - reaches(one));
  return folder ? { folder, reaches: reaches(folder) } : null;
}
