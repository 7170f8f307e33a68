import type { ImapFlow } from 'imapflow';

/** Opens a folder for reading unless it is open. */
export async function openForReading(client: ImapFlow, path: string): Promise<void> {
  if (!client.mailbox || client.mailbox.path !== path) await client.mailboxOpen(path, { readOnly: true });
}
