import type { ImapFlow } from 'imapflow';
import { groupBy } from '../../../../../shared/kit/group-by.ts';
import type { Outcome } from '../../call.ts';
import type { MailChange, MailSelection } from '../../email-channel.ts';
import { namedMails, pickMails } from '../../pick-mails.ts';
import { done } from '../../refusals.ts';
import { EVERYWHERE, type FolderRole } from './index/find-folders.ts';
import type { ReadingSession } from './open-session.ts';

interface Row extends Record<string, unknown> {
  readonly mail_id: string;
  readonly message_id: string;
  readonly outgoing: boolean;
  readonly role: FolderRole;
  readonly path: string;
  readonly uid: number;
  readonly uid_validity: number;
}

/** Changes mails of a mailbox. Made twice it changes nothing more, so it needs no transaction with its call. */
export async function changeMails(
  session: ReadingSession,
  selection: MailSelection,
  change: MailChange,
): Promise<Outcome<{ readonly updated: number }>> {
  await session.sync(EVERYWHERE);
  const found = await selected(session, selection.conversation_id, namedMails(selection));
  const picked = pickMails(found, selection, { change, isInTrash: ({ role }) => role === 'trash' });
  if (!picked.ok) return picked;
  await apply(session, picked.value, change);
  await session.sync(EVERYWHERE);
  return done({ updated: picked.value.length });
}

async function selected(
  { deps, account_id }: ReadingSession,
  conversationId: string | null,
  messageIds: readonly string[] | null,
): Promise<readonly Row[]> {
  const { rows } = await deps.db.query<Row>(
    `select distinct on (m.position, m.mail_id) m.mail_id, m.message_id, m.outgoing, m.role, f.path, p.uid::float8 as uid,
            f.uid_validity::float8 as uid_validity
       from mails m join mail_places p using (mail_id) join mail_folders f on f.folder_id = p.folder_id and f.role = m.role
      where m.account_id = $1 and ($3::text[] is null or m.message_id = any ($3))
        and ($2::text is null or m.thread_id =
              coalesce((select into_thread_id from merged_mail_threads where account_id = $1 and thread_id = $2), $2))
      order by m.position, m.mail_id`,
    [account_id, conversationId, messageIds],
  );
  return rows;
}

async function apply(session: ReadingSession, meant: readonly Row[], change: MailChange): Promise<void> {
  const { client } = session;
  switch (change) {
    case 'mark_as_read':
    case 'mark_as_unread':
      return inEachFolder(client, meant, async (uids) => {
        const store = change === 'mark_as_read' ? client.messageFlagsAdd : client.messageFlagsRemove;
        await store.call(client, uids, ['\\Seen'], { uid: true });
      });
    case 'trash':
      return move(session, meant, 'trash');
    case 'archive': {
      // Our own mails stay among the sent ones; their thread is in the archive from now on.
      const own = meant.filter(({ role }) => role === 'sent').map(({ mail_id }) => mail_id);
      await session.deps.db.query('update mails set archived = true where mail_id = any ($1::text[])', [own]);
      return move(
        session,
        meant.filter(({ role }) => role !== 'sent'),
        'archive',
      );
    }
  }
}

const NEW_FOLDERS = { archive: 'Archive', trash: 'Trash' } as const;

/** Into the folder of that use; a mailbox that has none gets one. */
async function move(session: ReadingSession, mails: readonly Row[], role: 'archive' | 'trash'): Promise<void> {
  const elsewhere = mails.filter((mail) => mail.role !== role);
  if (elsewhere.length === 0) return;
  const path = await session.folderFor(role, NEW_FOLDERS[role]);
  await inEachFolder(session.client, elsewhere, async (uids) => {
    await session.client.messageMove(uids, path, { uid: true });
  });
}

/**
 * Acts on mails folder by folder. A UID is used only while the folder is numbered as it was indexed: else it means another mail
 * by now, and is left alone.
 */
async function inEachFolder(
  client: ImapFlow,
  mails: readonly Row[],
  act: (uids: string) => Promise<void>,
): Promise<void> {
  for (const [path, rows] of groupBy(mails, (mail) => mail.path)) {
    const open = await client.mailboxOpen(path);
    const there = rows.filter(({ uid_validity }) => uid_validity === Number(open.uidValidity));
    if (there.length > 0) await act(there.map(({ uid }) => uid).join(','));
  }
}
