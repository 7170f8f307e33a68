import type { RemoteFile } from '../../adapter.ts';
import type { Call, Outcome } from '../../call.ts';
import type { EmailChannel } from '../../email-channel.ts';
import type { Mailbox } from '../connections/mailbox.ts';
import type { MailDeps } from '../mail-deps.ts';
import { changeMails } from './change-mails.ts';
import { getThread } from './lists/get-thread.ts';
import { listLabels } from './lists/list-labels.ts';
import { listMailbox } from './lists/list-mailbox.ts';
import { searchMails } from './lists/search-mails.ts';
import { mailRefusal } from './mail-refusal.ts';
import { openFile } from './open-file.ts';
import { openSession, type ReadingSession } from './open-session.ts';

type Read = 'listInbox' | 'search' | 'getConversation' | 'change' | 'listLabels';

/** The methods of the port that one mailbox answers by itself. */
type MailboxReading = {
  readonly [Method in Read]: (
    ...query: Parameters<EmailChannel[Method]> extends [Call, ...infer Query] ? Query : never
  ) => ReturnType<EmailChannel[Method]>;
} & {
  openFile(query: { readonly conversation_id: string; readonly asset_urn: string }): Promise<Outcome<RemoteFile>>;
};

/** A real mailbox over IMAP. */
export function openMailbox(deps: MailDeps, mailbox: Mailbox): MailboxReading {
  const within = async <T>(read: (session: ReadingSession) => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    try {
      return await deps.connections.imap(mailbox, (client) => read(openSession(deps, mailbox, client)));
    } catch (error) {
      const refusal = mailRefusal(mailbox, error);
      if (refusal === null) throw error;
      deps.log.warn({ err: error, account_id: mailbox.account_id }, 'a mailbox could not be read');
      return { ok: false, refusal };
    }
  };
  return {
    listInbox: (query) => within((session) => listMailbox(session, query)),
    search: (query) => within((session) => searchMails(session, query)),
    getConversation: (query) => within((session) => getThread(session, query)),
    change: (selection, change) => within((session) => changeMails(session, selection, change)),
    listLabels: () => within(listLabels),
    openFile: (query) => within((session) => openFile(session, query)),
  };
}
