import type { EmailChannel } from '../../../email-channel.ts';
import { MAIL_LABELS } from '../../../mail-labels.ts';
import { done } from '../../../refusals.ts';
import type { ReadingSession } from '../open-session.ts';

const NAMES = { inbox: 'INBOX', sent: 'Sent', archive: 'Archive', trash: 'Trash' } as const;

/** The four folders with how many mails are unread in each, as the server counts them: also those that are not indexed yet. */
export async function listLabels(session: ReadingSession): ReturnType<EmailChannel['listLabels']> {
  const unread = new Map<string, number>();
  for (const { path, role } of await session.folders()) {
    const status = await session.client.status(path, { unseen: true });
    unread.set(role, status ? (status.unseen ?? 0) : 0);
  }
  return done(MAIL_LABELS.map((id) => ({ id, name: NAMES[id], unread: unread.get(id) ?? 0 })));
}
