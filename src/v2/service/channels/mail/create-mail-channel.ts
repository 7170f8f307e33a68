import type { Logger } from 'pino';
import type { Clock } from '../../../../shared/kit/clock.ts';
import type { Database } from '../../../../shared/postgres/database.ts';
import type { EventSink, SecretBox } from '../../context.ts';
import type { RealEmail } from '../route-by-mailbox.ts';
import { findMailbox } from './connections/mailbox.ts';
import type { MailboxConnections } from './connections/mailbox-connections.ts';
import { openMailbox } from './reading/open-mailbox.ts';
import { watchMailboxes } from './reading/watching/watch-mailboxes.ts';
import { createMailSending } from './sending/create-mail-sending.ts';

/** What the adapter to real mailboxes needs of the service. */
export interface MailDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: EventSink;
  readonly secrets: SecretBox;
  readonly connections: MailboxConnections;
}

/** Runs beside the calls: what it starts is stopped before the connections are closed. */
export interface MailChannel extends RealEmail {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Real mailboxes: SMTP to send, IMAP to read. `watch`: what comes to them is looked for, with the other processes that do. */
export function createMailChannel(deps: MailDeps, { watch }: { readonly watch: boolean }): MailChannel {
  const sending = createMailSending(deps);
  let watching: { stop(): Promise<void> } | null = null;
  return {
    async send(call, email) {
      const mailbox = await findMailbox(call.tx, deps.secrets, call.account.account_id);
      return mailbox && sending.send(mailbox, call, email);
    },
    settleSend: sending.settleSend,
    mailboxes: sending.mailboxes,
    async outside({ account_id }) {
      const mailbox = await findMailbox(deps.db, deps.secrets, account_id);
      return mailbox && openMailbox(deps, mailbox);
    },
    listInbox: askedOutside,
    search: askedOutside,
    getConversation: askedOutside,
    change: askedOutside,
    listLabels: askedOutside,
    async start() {
      await sending.start();
      if (watch) watching = watchMailboxes(deps);
    },
    async stop() {
      await watching?.stop();
      await sending.stop();
    },
  };
}

/** A real mailbox takes part in no transaction: see `outside`. */
const askedOutside = async (): Promise<never> => {
  throw new Error('a real mailbox is asked outside the transaction');
};
