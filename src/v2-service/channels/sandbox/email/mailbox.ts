import type { Call, CursorPage, Outcome } from '../../call.ts';
import type { EmailChannel, EmailConversation, EmailMessage } from '../../email-channel.ts';
import { cutPage, openCursor, sealCursor } from '../cursor.ts';
import { done, notFound } from '../refusals.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import type { MailRow } from './mail-row.ts';

const SNIPPET = 200;

type ListedRow = MailRow & { readonly unread_count: number };

/** `inbox`: one item per thread, its newest mail, also where all mails are our own. `sent`: one item per sent mail. */
export async function listMailbox(
  deps: SandboxDeps,
  call: Call,
  query: Parameters<EmailChannel['listInbox']>[1],
): Promise<Outcome<CursorPage<EmailConversation>>> {
  const { account } = call;
  const scope = `mailbox ${account.account_id} ${query.label} ${query.unread_only}`;
  const after = openCursor(deps.secrets, scope, query.cursor);
  if (!after.ok) return after;
  const { rows } = await call.tx.query<ListedRow>(
    `select m.*, t.unread_count
       from sandbox_mails m
       join (select thread_id, max(position) as newest, count(*) filter (where unread)::int as unread_count
               from sandbox_mails where account_id = $1 group by thread_id) t using (thread_id)
      where m.account_id = $1
        and case $2 when 'sent' then m.outgoing else m.position = t.newest end
        and (not $3 or t.unread_count > 0)
        and ($4::int is null or m.position < $4)
      order by m.position desc limit $5`,
    [account.account_id, query.label, query.unread_only, after.value?.at ?? null, query.count + 1],
  );
  return done(
    cutPage(rows, query.count, {
      item: listed,
      seal: (row) => sealCursor(deps.secrets, scope, { at: row.position, id: row.mail_id }),
    }),
  );
}

/** Newest first. */
export async function getThread(
  deps: SandboxDeps,
  call: Call,
  query: Parameters<EmailChannel['getConversation']>[1],
): Promise<Outcome<CursorPage<EmailMessage>>> {
  const { account } = call;
  const scope = `mail thread ${account.account_id} ${query.conversation_id}`;
  const after = openCursor(deps.secrets, scope, query.cursor);
  if (!after.ok) return after;
  const { rows } = await call.tx.query<MailRow>(
    `select * from sandbox_mails where account_id = $1 and thread_id = $2 and ($3::int is null or position < $3)
      order by position desc limit $4`,
    [account.account_id, query.conversation_id, after.value?.at ?? null, query.count + 1],
  );
  if (rows.length === 0 && after.value === null) return notFound(`conversation ${query.conversation_id} not found`);
  return done(
    cutPage(rows, query.count, {
      item: messageOf,
      seal: (row) => sealCursor(deps.secrets, scope, { at: row.position, id: row.mail_id }),
    }),
  );
}

function listed(row: ListedRow): EmailConversation {
  return {
    conversation_id: row.thread_id,
    id: row.mail_id,
    message_id: row.message_id,
    in_reply_to: row.in_reply_to,
    participant: row.outgoing
      ? { name: row.to_name || row.to_email, email: row.to_email }
      : { name: row.from_name, email: row.from_email },
    last_message: {
      text: row.text.slice(0, SNIPPET),
      subject: row.subject,
      time: row.at.getTime(),
      sender: senderOf(row),
    },
    unread: row.unread_count,
    is_bounce: row.is_bounce,
    has_attachments: false,
    headers: extensionHeaders(row),
  };
}

function messageOf(row: MailRow): EmailMessage {
  return {
    message_id: row.message_id,
    in_reply_to: row.in_reply_to,
    references: row.reference_ids,
    subject: row.subject,
    text: row.text,
    html: row.html,
    time: row.at.getTime(),
    sender: senderOf(row),
    headers: extensionHeaders(row),
  };
}

const senderOf = (row: MailRow) => ({ name: row.from_name, email: row.from_email, is_me: row.outgoing });

/** Only the `X-` headers are shown. */
const extensionHeaders = ({ headers }: MailRow): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^x-/i.test(name)));
