import type { ImapFlow, MailboxObject } from 'imapflow';
import type { Database, Queryable } from '../../../../../../shared/postgres/database.ts';
import { type FolderState, type FoundFolder, surveyFolders } from './find-folders.ts';
import { lockIndex, refreshMails } from './refresh-mails.ts';

/** A folder as it is indexed. */
export type FolderRow = FoundFolder & {
  readonly folder_id: number;
  readonly account_id: string;
  readonly uid_validity: number;
  readonly low_uid: number;
  readonly high_uid: number;
  readonly exists_then: number;
  readonly modseq_then: string | null;
  readonly watched_from: Date;
  /** The server has renumbered the UIDs (UIDVALIDITY changed): the folder is read again, and mails without an event get one. */
  readonly reread: boolean;
};

const COLUMNS = `folder_id::float8 as folder_id, account_id, path, role, uid_validity::float8 as uid_validity,
  low_uid::float8 as low_uid, high_uid::float8 as high_uid, exists_then, modseq_then::text as modseq_then, watched_from, reread`;

/** The folders of a mailbox that are indexed so far. */
export async function readFolders(db: Queryable, accountId: string): Promise<readonly FolderRow[]> {
  const { rows } = await db.query<FolderRow>(`select ${COLUMNS} from mail_folders where account_id = $1`, [accountId]);
  return rows;
}

/**
 * The folders of a mailbox that nobody has looked into yet begin at their end: what lies there by then is old, and is indexed from the
 * newest down. All at once, so that a folder which appears later is known to be new, with all that is in it.
 */
export async function beginFolders(db: Database, client: ImapFlow, accountId: string): Promise<void> {
  const known = await db.query('select 1 from mail_folders where account_id = $1 limit 1', [accountId]);
  if (known.rows.length > 0) return;
  const states = await surveyFolders(client);
  await db.transaction((tx) => insertFolders(tx, accountId, states));
}

/** Inserts the folders of a mailbox of which none is known yet; else nothing happens. */
export async function insertFolders(tx: Queryable, accountId: string, states: readonly FolderState[]): Promise<void> {
  await lockIndex(tx, accountId);
  await tx.query(
    `insert into mail_folders (account_id, path, role, uid_validity, low_uid, high_uid, watched_from)
     select $1, path, role, uid_validity, uid_next, uid_next - 1, now()
       from json_to_recordset($2) as state (path text, role text, uid_validity bigint, uid_next bigint)
      where not exists (select 1 from mail_folders where account_id = $1)`,
    [accountId, JSON.stringify(states)],
  );
}

/** A folder that the mailbox has no more is forgotten; a mail of it that lies nowhere else with it. */
export async function forgetFolders(db: Database, accountId: string, there: readonly FolderState[]): Promise<void> {
  const paths = there.map(({ path }) => path);
  const gone = 'select 1 from mail_folders where account_id = $1 and role = $2 and not path = any ($3::text[])';
  if ((await db.query(gone, [accountId, 'other', paths])).rows.length === 0) return;
  await db.transaction(async (tx) => {
    await lockIndex(tx, accountId);
    const { rows } = await tx.query<{ mail_id: string }>(
      `with left_over as (
         delete from mail_places p using mail_folders f
          where f.account_id = $1 and f.role = 'other' and not f.path = any ($2::text[]) and p.folder_id = f.folder_id
         returning p.mail_id)
       select distinct mail_id from left_over`,
      [accountId, paths],
    );
    await tx.query(
      `delete from mail_folders where account_id = $1 and role = 'other' and not path = any ($2::text[])`,
      [accountId, paths],
    );
    await refreshMails(
      tx,
      rows.map(({ mail_id }) => mail_id),
    );
  });
}

/**
 * Opens a folder for reading, and its row. Where the server gave its mails new UIDs, nothing that is known of their places holds any
 * more, and the folder is indexed from its end down once more.
 */
export async function openFolder(
  db: Database,
  client: ImapFlow,
  accountId: string,
  { path, role }: FoundFolder,
): Promise<{ readonly folder: FolderRow; readonly open: MailboxObject }> {
  const open = await client.mailboxOpen(path, { readOnly: true });
  const uidValidity = Number(open.uidValidity ?? 0);
  const known = await readRow(db, accountId, path);
  if (known && known.uid_validity === uidValidity && known.role === role) return { folder: known, open };
  return db.transaction(async (tx) => {
    await lockIndex(tx, accountId);
    await tx.query(
      `insert into mail_folders (account_id, path, role, uid_validity, low_uid, high_uid, watched_from)
       values ($1, $2, $3, $4, 1, 0, coalesce((select min(watched_from) from mail_folders where account_id = $1), now()))
       on conflict (account_id, path) do update set role = excluded.role`,
      [accountId, path, role, uidValidity],
    );
    const { rows: lost } = await tx.query<{ mail_id: string }>(
      `with reset as (
         update mail_folders set uid_validity = $3, low_uid = $4, high_uid = $4::bigint - 1, reread = true, exists_then = 0,
                modseq_then = null
          where account_id = $1 and path = $2 and uid_validity <> $3 returning folder_id)
       delete from mail_places where folder_id in (select folder_id from reset) returning mail_id`,
      [accountId, path, uidValidity, open.uidNext || 1],
    );
    await refreshMails(
      tx,
      lost.map(({ mail_id }) => mail_id),
    );
    const folder = await readRow(tx, accountId, path);
    if (!folder) throw new Error(`the row of the folder ${path} was not written`);
    return { folder, open };
  });
}

/** Reads the row of a folder. Callers that go on to write it hold the lock of the account. */
export async function readRow(db: Queryable, accountId: string, path: string): Promise<FolderRow | undefined> {
  const { rows } = await db.query<FolderRow>(
    `select ${COLUMNS} from mail_folders where account_id = $1 and path = $2`,
    [accountId, path],
  );
  return rows[0];
}
