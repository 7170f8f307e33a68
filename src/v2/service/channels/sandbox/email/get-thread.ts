import { listAttachments } from '../../../media/attachments.ts';
import type { Call, CursorPage, Outcome } from '../../call.ts';
import { openList } from '../../cursor.ts';
import type { EmailChannel, EmailMessage } from '../../email-channel.ts';
import { notFound } from '../../refusals.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { threadMail } from './mail-records.ts';
import type { MailRow } from './mail-row.ts';

/** Newest first. */
export async function getThread(
  deps: SandboxDeps,
  call: Call,
  query: Parameters<EmailChannel['getConversation']>[1],
): Promise<Outcome<CursorPage<EmailMessage>>> {
  const { account } = call;
  const scope = `mail thread ${account.account_id} ${query.conversation_id}`;
  const list = openList(deps.secrets, scope, query);
  if (!list.ok) return list;
  const { after, page } = list.value;
  const { rows } = await call.tx.query<MailRow>(
    `select * from sandbox_mails where account_id = $1 and thread_id = $2 and ($3::int is null or position < $3)
      order by position desc limit $4`,
    [account.account_id, query.conversation_id, after?.at ?? null, query.count + 1],
  );
  if (rows.length === 0 && after === null) return notFound(`conversation ${query.conversation_id} not found`);
  const files = await listAttachments(
    call.tx,
    account.account_id,
    rows.map(({ message_id }) => message_id),
  );
  return page(rows, {
    item: (row) => threadMail(row, files.get(row.message_id) ?? []),
    place: (row) => ({ at: row.position, id: row.mail_id }),
  });
}
