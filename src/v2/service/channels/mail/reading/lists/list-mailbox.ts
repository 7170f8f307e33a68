import type { CursorPage, Outcome } from '../../../call.ts';
import { openList } from '../../../cursor.ts';
import type { EmailChannel, EmailConversation } from '../../../email-channel.ts';
import type { FolderRole } from '../index/find-folders.ts';
import type { ReadingSession } from '../open-session.ts';
import { listedMail } from './mail-records.ts';
import { type ListedRow, labelOf, ROW_COLUMNS } from './mail-row.ts';
import { readTexts } from './read-texts.ts';

/** Bytes that are read of each mail: enough for a snippet, also below the style sheet of a mail in HTML. */
export const SNIPPET_BYTES = 48 * 1024;

/** A folder: one item per thread, its newest mail there, also where all mails are our own. `sent`: one per sent mail. */
export async function listMailbox(
  session: ReadingSession,
  query: Parameters<EmailChannel['listInbox']>[1],
): Promise<Outcome<CursorPage<EmailConversation>>> {
  const { deps, account_id } = session;
  const scope = `mailbox ${account_id} ${query.labels.toSorted().join('+')} ${query.unread_only}`;
  const list = openList(deps.secrets, scope, query);
  if (!list.ok) return list;
  const { after, page } = list.value;
  await session.sync(rolesOf(query.labels));
  const rows = await session.untilFound(query.count + 1, async () => {
    const { rows: found } = await deps.db.query<ListedRow>(LIST, [
      account_id,
      query.labels.filter((label) => label !== 'sent'),
      query.labels.includes('sent'),
      query.unread_only,
      after?.at ?? null,
      after?.id ?? null,
      after?.newest ?? null,
      query.count + 1,
    ]);
    return found;
  });
  const texts = await readTexts(
    deps.db,
    session.client,
    rows.slice(0, query.count).map(({ mail_id }) => mail_id),
    { most_bytes: SNIPPET_BYTES },
  );
  const newest = after?.newest ?? rows[0]?.position ?? 0;
  return page(rows, {
    item: (row) => listedMail(row, texts(row.mail_id)),
    place: ({ position, mail_id }) => ({ at: position, id: mail_id, newest }),
  });
}

/** Our own mails are in the list of the inbox too. */
function rolesOf(labels: readonly string[]): readonly FolderRole[] {
  const roles: readonly FolderRole[] = ['inbox', 'sent', 'archive', 'trash'];
  return roles.filter(
    (role) => labels.includes(role) || (role === 'sent' && (labels.includes('inbox') || labels.includes('archive'))),
  );
}

const UNREAD = `select u.thread_id from mails u
   where u.account_id = $1 and u.unread and (${labelOf('u')} = any ($2::text[]) or ($3 and u.role <> 'trash'))`;

/** Newest first: a mail of which no newer one of its thread is there. A thread that gets a mail later keeps its place in the chain. */
const LIST = `select ${ROW_COLUMNS},
    (select count(*)::int from (${UNREAD} and u.thread_id = m.thread_id) as unread) as unread_count
  from mails m
 where m.account_id = $1 and m.role is not null and m.role <> 'junk'
   and ((${labelOf('m')} = any ($2) and not exists (
          select 1 from mails n
           where n.account_id = $1 and n.thread_id = m.thread_id and ${labelOf('n')} = any ($2)
             and (n.position, n.mail_id) > (m.position, m.mail_id) and ($7::bigint is null or n.position <= $7)))
        or ($3 and m.outgoing and m.role <> 'trash'))
   and (not $4 or m.thread_id in (${UNREAD}))
   and ($5::bigint is null or (m.position, m.mail_id) < ($5, $6))
 order by m.position desc, m.mail_id desc limit $8`;
