import { unreachable } from '../../../../../shared/kit/result.ts';
import { bracketed } from '../../bracketed.ts';
import type { Call, CursorPage, Outcome } from '../../call.ts';
import { openList } from '../../cursor.ts';
import type { EmailChannel, EmailConversation } from '../../email-channel.ts';
import type { MailTerm } from '../../mail-query.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { type ListedMailRow, listedMail } from './mail-records.ts';

/** The mails for which every term holds, newest first. What was thrown away is found only where the query asks for it. */
export async function searchMails(
  deps: SandboxDeps,
  call: Call,
  query: Parameters<EmailChannel['search']>[1],
): Promise<Outcome<CursorPage<EmailConversation>>> {
  const { account } = call;
  const scope = `mail search ${account.account_id} ${query.query}`;
  const list = openList(deps.secrets, scope, query);
  if (!list.ok) return list;
  const { after, page } = list.value;
  const values: unknown[] = [account.account_id, after?.at ?? null, query.count + 1];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const conditions = query.terms.map((term) => `${term.negated ? 'not ' : ''}(${conditionOf(term, add)})`);
  if (!query.terms.some(({ kind }) => kind === 'label')) conditions.push(`m.folder <> 'trash'`);
  const { rows } = await call.tx.query<ListedMailRow>(
    `select m.*, (select count(*)::int from sandbox_mails t
                   where t.account_id = m.account_id and t.thread_id = m.thread_id and t.unread) as unread_count
       from sandbox_mails m
      where m.account_id = $1 and ($2::int is null or m.position < $2) ${conditions.map((one) => `and ${one}`).join(' ')}
      order by m.position desc limit $3`,
    values,
  );
  return page(rows, {
    item: listedMail,
    place: (row) => ({ at: row.position, id: row.mail_id }),
  });
}

const FROM = `m.from_name || ' ' || m.from_email`;
const TO = `m.to_name || ' ' || m.to_email || ' ' || array_to_string(m.recipients, ' ')`;
const FIELDS = {
  from: FROM,
  to: TO,
  subject: 'm.subject',
  any: `${FROM} || ' ' || ${TO} || ' ' || m.subject || ' ' || m.text`,
} as const;

/** SQL; what the caller wrote goes in as a value only. */
function conditionOf(term: MailTerm, add: (value: unknown) => string): string {
  switch (term.kind) {
    case 'text':
      return `${FIELDS[term.field]} ilike ${add(`%${term.text.replace(/[\\%_]/g, '\\$&')}%`)}`;
    case 'attachment':
      return 'm.has_attachments';
    case 'unread':
      return term.unread ? 'm.unread' : 'not m.unread';
    case 'time':
      return [
        ...(term.from === null ? [] : [`m.at >= ${add(new Date(term.from))}`]),
        ...(term.to === null ? [] : [`m.at < ${add(new Date(term.to))}`]),
      ].join(' and ');
    case 'label':
      if (term.label === 'anywhere') return 'true';
      return term.label === 'sent' ? `m.outgoing and m.folder <> 'trash'` : `m.folder = ${add(term.label)}`;
    case 'message_id':
      return `m.message_id = ${add(bracketed(term.id))}`;
    default:
      return unreachable(term);
  }
}
