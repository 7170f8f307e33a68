import type { Call, CursorPage, Outcome } from '../../call.ts';
import { openList } from '../../cursor.ts';
import type { EmailChannel, EmailConversation } from '../../email-channel.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { type ListedMailRow, listedMail } from './mail-records.ts';

/** A folder: one item per thread, its newest mail there, also where all mails are our own. `sent`: one per sent mail. */
export async function listMailbox(
  deps: SandboxDeps,
  call: Call,
  query: Parameters<EmailChannel['listInbox']>[1],
): Promise<Outcome<CursorPage<EmailConversation>>> {
  const { account } = call;
  const scope = `mailbox ${account.account_id} ${query.labels.toSorted().join('+')} ${query.unread_only}`;
  const list = openList(deps.secrets, scope, query);
  if (!list.ok) return list;
  const { after, page } = list.value;
  const { rows } = await call.tx.query<ListedMailRow>(
    `select m.*, t.unread_count
       from sandbox_mails m
       join (select thread_id, max(position) filter (where folder = any ($2::text[]) and ($7::int is null or position <= $7)) as newest,
                    count(*) filter (where unread and (folder = any ($2) or ($3 and folder <> 'trash')))::int as unread_count
               from sandbox_mails where account_id = $1 group by thread_id) t using (thread_id)
      where m.account_id = $1
        and (m.position = t.newest or ($3 and m.outgoing and m.folder <> 'trash'))
        and (not $4 or t.unread_count > 0)
        and ($5::int is null or m.position < $5)
      order by m.position desc limit $6`,
    [
      account.account_id,
      query.labels.filter((label) => label !== 'sent'),
      query.labels.includes('sent'),
      query.unread_only,
      after?.at ?? null,
      query.count + 1,
      after?.newest ?? null,
    ],
  );
  // A thread that gets a mail later keeps its place in this chain.
  const newest = rows[0]?.position ?? 0;
  return page(rows, {
    item: listedMail,
    place: ({ position, mail_id }) => ({ at: position, id: mail_id, newest: after?.newest ?? newest }),
  });
}
