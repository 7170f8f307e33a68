import type { ImapFlow } from 'imapflow';
import type { Mailbox } from '../connections/mailbox.ts';

/** Providers that file what is sent over their SMTP servers themselves. */
const FILE_THEMSELVES = /(^|\.)(gmail|googlemail|google|office365|outlook)\.com$/i;

/** Whether a copy of ours would be a second one. */
export const filesItself = ({ smtp }: Pick<Mailbox, 'smtp'>): boolean => FILE_THEMSELVES.test(smtp.host);

/**
 * Finds the folder of sent mails by its special use (RFC 6154), or by the names that servers without it give it in many
 * languages, which the library knows; null: there is none.
 */
export async function findSentFolder(client: ImapFlow): Promise<string | null> {
  const folders = await client.list();
  return folders.find(({ specialUse }) => specialUse === '\\Sent')?.path ?? null;
}

/** Whether the folder holds the mail of that Message-ID. */
export async function holdsMail(client: ImapFlow, folder: string, messageId: string): Promise<boolean> {
  const lock = await client.getMailboxLock(folder, { readOnly: true });
  try {
    const found = await client.search({ header: { 'message-id': messageId } }, { uid: true });
    return found !== false && found !== undefined && found.length > 0;
  } finally {
    lock.release();
  }
}
