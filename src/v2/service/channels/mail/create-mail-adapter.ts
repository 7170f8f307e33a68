import type { RemoteAdapter, RemoteChannel } from '../adapter.ts';
import { lookUpMailboxes, type Mailbox } from './connections/mailbox.ts';
import type { MailDeps } from './mail-deps.ts';
import { countUnread } from './reading/count-unread.ts';
import { openMailbox } from './reading/open-mailbox.ts';
import { type WatchOptions, watchMailboxes } from './reading/watching/watch-mailboxes.ts';
import { createMailSending, type MailSending } from './sending/create-mail-sending.ts';
import { purgeSends } from './sending/purge-sends.ts';
import { createMailSignIn, type MailSignInDeps } from './sign-in/create-mail-sign-in.ts';

interface Options extends Omit<MailSignInDeps, 'secrets'> {
  /** How what comes to the mailboxes is looked for, with the other processes that do; false: by those alone. */
  readonly watch: WatchOptions | false;
}

export type MailAdapter = RemoteAdapter & Required<Pick<RemoteAdapter, 'start' | 'stop'>>;

/** Real mailboxes: SMTP to send, IMAP to read. */
export function createMailAdapter(deps: MailDeps, { watch, ...options }: Options): MailAdapter {
  const sending = createMailSending(deps);
  const lookUp = lookUpMailboxes(deps);
  let watching: { stop(): Promise<void> } | null = null;
  return {
    kind: 'remote',
    name: 'mail',
    platforms: ['email'],
    async channelsOf(db, accounts) {
      const mailboxes = await Promise.all(accounts.map(({ account_id }) => lookUp(db, account_id)));
      return new Map(
        mailboxes.flatMap((mailbox) => (mailbox ? [[mailbox.account_id, channelOf(deps, sending, mailbox)]] : [])),
      );
    },
    resolve: sending.resolve,
    sign_in: createMailSignIn({ secrets: deps.secrets, ...options }),
    purges: [purgeSends],
    async start() {
      await sending.start();
      if (watch) watching = watchMailboxes(deps, watch);
    },
    async stop() {
      await watching?.stop();
      await sending.stop();
      await deps.connections.close();
    },
    countUnread: () => countUnread(deps),
  };
}

function channelOf(deps: MailDeps, sending: MailSending, mailbox: Mailbox): RemoteChannel {
  const reading = openMailbox(deps, mailbox);
  return {
    kind: 'remote',
    // A mail is but noted there.
    shares_transactions: true,
    parts: {
      email: {
        send: (call, email) => sending.send(mailbox, call, email),
        mailboxes: sending.mailboxes,
        listInbox: (_call, query) => reading.listInbox(query),
        search: (_call, query) => reading.search(query),
        getConversation: (_call, query) => reading.getConversation(query),
        change: (_call, selection, change) => reading.change(selection, change),
        listLabels: () => reading.listLabels(),
      },
    },
    openFile: (_call, query) => reading.openFile(query),
  };
}
