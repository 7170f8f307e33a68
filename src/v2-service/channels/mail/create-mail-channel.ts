import type { Logger } from 'pino';
import type { Clock } from '../../../kit/clock.ts';
import type { Database } from '../../../postgres/database.ts';
import type { EventSink, SecretBox } from '../../context.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { EmailChannel } from '../email-channel.ts';
import { findMailbox } from './connections/mailbox.ts';
import type { MailboxConnections } from './connections/mailbox-connections.ts';
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
export interface MailChannel extends EmailChannel {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Real mailboxes: SMTP to send, IMAP to read. */
export function createMailChannel(deps: MailDeps): MailChannel {
  const sending = createMailSending(deps);
  return {
    async send(call, email) {
      const mailbox = await findMailbox(call.tx, deps.secrets, call.account.account_id);
      if (!mailbox) throw new Error(`account ${call.account.account_id} is no real mailbox`);
      return sending.send(mailbox, call, email);
    },
    settleSend: sending.settleSend,
    mailboxes: sending.mailboxes,
    listInbox: notBuilt('list_inbox'),
    search: notBuilt('search'),
    getConversation: notBuilt('get_conversation'),
    change: notBuilt('change'),
    listLabels: notBuilt('list_labels'),
    start: sending.start,
    stop: sending.stop,
  };
}

const notBuilt = (method: string) => async (): Promise<never> => {
  throw new ServiceError('INTERNAL_ERROR', `${method} is not built for real mailboxes`);
};
