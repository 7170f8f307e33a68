import { DAY } from '../../../../kit/duration.ts';
import { newId } from '../../../../kit/ids.ts';
import type { Call, Outcome } from '../../call.ts';
import type { OutgoingEmail, SentEmail } from '../../email-channel.ts';
import { observe } from '../effects/observe.ts';
import { planReactions } from '../effects/plan-reactions.ts';
import { recordReceived } from '../effects/record-received.ts';
import { fullName, type PersonRow } from '../people/person-row.ts';
import { done, invalid } from '../refusals.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { ensureWorld } from '../world/ensure-world.ts';
import { insertMail, type MailRow, mailEventFields, newMessageId } from './mail-row.ts';

const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/;
const EXAMPLE = /\.example$/i;

/** Into the mailbox of whoever has the address. Nothing leaves the sandbox, so only `.example` addresses are taken. */
export async function sendMail(deps: SandboxDeps, call: Call, email: OutgoingEmail): Promise<Outcome<SentEmail>> {
  const { tx, account, now } = call;
  await ensureWorld(tx, account.user_id, now);
  const to = email.to.trim();
  const recipients = [to, ...email.cc, ...email.bcc].map((address) => address.trim());
  for (const address of recipients) {
    if (!ADDRESS.test(address)) return invalid(`${address} is no email address`);
    if (!EXAMPLE.test(address)) {
      return {
        ok: false,
        refusal: {
          kind: 'refused',
          message: `the sandbox delivers only to addresses under .example, not to ${address}`,
        },
      };
    }
  }
  const reached = await readersOf(tx, account.user_id, recipients);
  const first = reached.get(to.toLowerCase())?.[0];
  const mail = await composed(call, email, to, first ? fullName(first) : '');
  await insertMail(tx, mail);
  await observe(deps, tx, {
    account_id: account.account_id,
    type: 'message',
    direction: 'outgoing',
    at: now,
    fields: mailEventFields(mail),
  });

  for (const address of new Set(recipients.map((recipient) => recipient.toLowerCase()))) {
    const readers = reached.get(address) ?? [];
    for (const person of readers.length > 0 ? readers : [null]) {
      // A mailbox that sends everything back was never reached.
      if (person?.behavior.bounces === undefined) {
        await recordReceived(tx, {
          user_id: account.user_id,
          account_id: account.account_id,
          person_id: person?.person_id ?? null,
          kind: 'email',
          at: now,
          address,
          text: email.text,
          subject: mail.subject,
          html: email.html,
          headers: mail.headers,
        });
      }
    }
    const reader = readers[0];
    if (reader) {
      const stimulus = { kind: 'email', id: mail.mail_id, account_id: account.account_id, at: now } as const;
      await planReactions(deps, tx, reader, stimulus);
    }
  }
  return done({ message_id: mail.message_id, thread_id: mail.thread_id, ...(await health(call)) });
}

/** By lowercase address; two people may share one. */
async function readersOf(
  tx: Call['tx'],
  userId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, readonly PersonRow[]>> {
  const { rows } = await tx.query<PersonRow>(
    'select * from sandbox_people where user_id = $1 and lower(email) = any ($2::text[]) order by person_id',
    [userId, addresses.map((address) => address.toLowerCase())],
  );
  const byAddress = new Map<string, PersonRow[]>();
  for (const row of rows) {
    const address = row.email?.toLowerCase() ?? '';
    byAddress.set(address, [...(byAddress.get(address) ?? []), row]);
  }
  return byAddress;
}

async function composed(
  { tx, account, now }: Call,
  email: OutgoingEmail,
  to: string,
  toName: string,
): Promise<Omit<MailRow, 'position'>> {
  const from = account.email ?? `${account.account_id}@mailbox.example`;
  const messageId = newMessageId(from.split('@').at(-1) ?? 'mailbox.example', now);
  const answeredId = email.thread_ref === null ? null : bracketed(email.thread_ref);
  const { rows } = await tx.query<MailRow>('select * from sandbox_mails where account_id = $1 and message_id = $2', [
    account.account_id,
    answeredId,
  ]);
  const answered = rows[0];
  const references = answeredId === null ? [] : [...(answered?.reference_ids ?? []), answeredId];
  const subject = email.subject ?? (answered ? `Re: ${answered.subject.replace(/^(re: )+/i, '')}` : '');
  return {
    mail_id: newId('mail', now),
    account_id: account.account_id,
    thread_id: answered?.thread_id ?? newId('thread', now),
    message_id: messageId,
    in_reply_to: answeredId,
    reference_ids: references,
    outgoing: true,
    from_name: account.name,
    from_email: from,
    to_name: toName,
    to_email: to,
    subject,
    text: email.text ?? plainText(email.html ?? ''),
    html: email.html,
    headers: {
      ...email.headers,
      From: `${account.name} <${from}>`,
      To: to,
      ...(email.cc.length > 0 ? { Cc: email.cc.join(', ') } : {}),
      ...(email.reply_to === null ? {} : { 'Reply-To': email.reply_to }),
      Subject: subject,
      'Message-ID': messageId,
      ...(answeredId === null ? {} : { 'In-Reply-To': answeredId, References: references.join(' ') }),
    },
    unread: false,
    is_bounce: false,
    at: new Date(now),
  };
}

const bracketed = (id: string): string => `<${id.trim().replace(/^<|>$/g, '')}>`;

const plainText = (html: string): string =>
  html
    .replace(/<br\s*\/?>|<\/p>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .trim();

/** Counted from the mails themselves, today's by the UTC day of world time. */
async function health({ tx, account, now }: Call): Promise<Pick<SentEmail, 'sends_today' | 'bounce_rate'>> {
  const { rows } = await tx.query<{ today: number; sent: number; bounced: number }>(
    `select count(*) filter (where at >= $2)::int as today, count(*)::int as sent,
            count(*) filter (where bounced)::int as bounced
       from sandbox_mails where account_id = $1 and outgoing`,
    [account.account_id, new Date(now - (now % DAY))],
  );
  const { today = 0, sent = 0, bounced = 0 } = rows[0] ?? {};
  return { sends_today: today, bounce_rate: sent === 0 ? 0 : bounced / sent };
}
