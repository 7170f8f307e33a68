import type { ImapFlow } from 'imapflow';
import { fitReferences } from '../../../../../shared/mail/fit-references.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { Mailbox } from '../connections/mailbox.ts';
import type { MailboxConnections } from '../connections/mailbox-connections.ts';

/** Facts of the mail that another one answers. */
export interface Answered {
  readonly subject: string;
  readonly reference_ids: readonly string[];
}

/** Among the mails that went out from here, or are in the index; null where it is another one's. */
export async function findOwnMail(db: Queryable, accountId: string, messageId: string): Promise<Answered | null> {
  const { rows } = await db.query<Answered & Record<string, unknown>>(
    `select subject, reference_ids from (
       select subject, reference_ids, 1 as rank from mail_sends where account_id = $1 and message_id = $2
       union all
       select subject, reference_ids, 2 from mails where account_id = $1 and message_id = $2
     ) as known order by rank limit 1`,
    [accountId, messageId],
  );
  return rows[0] ?? null;
}

/** RFC 5322, 3.6.4: those of the mail that is answered, then that mail itself; of a long thread its ends. */
export const referencesTo = (answeredId: string | null, answered: Answered | null): readonly string[] =>
  answeredId === null ? [] : fitReferences([...(answered?.reference_ids ?? []), answeredId]);

export const answerSubject = (subject: string): string => `Re: ${subject.replace(/^(re: ?)+/i, '')}`;

/** Wall milliseconds: a mail does not wait long for the sake of its thread's earlier references. */
const PATIENCE = 5000;

/** Among the mails of the mailbox itself. Null where it does not have it, or does not say so in time: the mail goes out all the same. */
export async function findAnsweredMail(
  connections: Pick<MailboxConnections, 'imap'>,
  mailbox: Mailbox,
  messageId: string,
): Promise<Answered | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null).unref());
  const found = connections.imap(mailbox, async (client) => {
    for (const folder of await searchedFolders(client)) {
      const answered = await findIn(client, folder, messageId);
      if (answered) return answered;
    }
    return null;
  });
  return Promise.race([found.catch(() => null), late]);
}

/** One that has all mails where there is one, else the inbox. */
async function searchedFolders(client: ImapFlow): Promise<readonly string[]> {
  const all = (await client.list()).find(({ specialUse }) => specialUse === '\\All');
  return all ? [all.path] : ['INBOX'];
}

async function findIn(client: ImapFlow, folder: string, messageId: string): Promise<Answered | null> {
  const lock = await client.getMailboxLock(folder, { readOnly: true });
  try {
    const found = await client.search({ header: { 'message-id': messageId } }, { uid: true });
    const uid = found ? found.at(-1) : undefined;
    if (uid === undefined) return null;
    const mail = await client.fetchOne(String(uid), { envelope: true, headers: ['references'] }, { uid: true });
    if (!mail) return null;
    const references = mail.headers?.toString('utf8').match(/<[^<>\s]+>/g) ?? [];
    return { subject: mail.envelope?.subject ?? '', reference_ids: references };
  } finally {
    lock.release();
  }
}
