import type { CursorPage, Outcome } from '../../../call.ts';
import { openList } from '../../../cursor.ts';
import type { EmailChannel, EmailMessage } from '../../../email-channel.ts';
import { notFound } from '../../../refusals.ts';
import { EVERYWHERE } from '../index/find-folders.ts';
import type { ReadingSession } from '../open-session.ts';
import { threadMail } from './mail-records.ts';
import { type MailRow, ROW_COLUMNS } from './mail-row.ts';
import { readTexts } from './read-texts.ts';

/** Bytes that are read of each mail: enough for its text, behind which come files. */
const TEXT_BYTES = 1024 * 1024;

/** Newest first. */
export async function getThread(
  session: ReadingSession,
  query: Parameters<EmailChannel['getConversation']>[1],
): Promise<Outcome<CursorPage<EmailMessage>>> {
  const { deps, account_id } = session;
  const scope = `mail thread ${account_id} ${query.conversation_id}`;
  const list = openList(deps.secrets, scope, query);
  if (!list.ok) return list;
  const { after, page } = list.value;
  await session.sync(EVERYWHERE);
  const { rows } = await deps.db.query<MailRow>(
    `select ${ROW_COLUMNS} from mails m
      where m.account_id = $1 and m.role is not null
        and m.thread_id = coalesce((select into_thread_id from merged_mail_threads where account_id = $1 and thread_id = $2), $2)
        and ($3::bigint is null or (m.position, m.mail_id) < ($3, $4))
      order by m.position desc, m.mail_id desc limit $5`,
    [account_id, query.conversation_id, after?.at ?? null, after?.id ?? null, query.count + 1],
  );
  if (rows.length === 0 && after === null) return notFound(`conversation ${query.conversation_id} not found`);
  const texts = await readTexts(
    deps.db,
    session.client,
    rows.slice(0, query.count).map(({ mail_id }) => mail_id),
    { most_bytes: TEXT_BYTES },
  );
  return page(rows, {
    item: (row) => threadMail(account_id, row, texts(row.mail_id)),
    place: ({ position, mail_id }) => ({ at: position, id: mail_id }),
  });
}
