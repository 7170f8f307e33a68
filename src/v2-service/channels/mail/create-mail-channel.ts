import type { Logger } from 'pino';
import type { Clock } from '../../../kit/clock.ts';
import type { Database } from '../../../postgres/database.ts';
import type { EventSink, SecretBox } from '../../context.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { EmailChannel } from '../email-channel.ts';
import type { MailboxConnections } from './connections/mailbox-connections.ts';

/** What the adapter to real mailboxes needs of the service. */
export interface MailDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: EventSink;
  readonly secrets: SecretBox;
  readonly connections: MailboxConnections;
}

/** Real mailboxes: SMTP to send, IMAP to read. */
export function createMailChannel(_deps: MailDeps): EmailChannel {
  return {
    send: notBuilt('send'),
    mailboxes: async (_call, { account_ids }) => (account_ids.length === 0 ? new Map() : notBuilt('mailboxes')()),
    listInbox: notBuilt('list_inbox'),
    search: notBuilt('search'),
    getConversation: notBuilt('get_conversation'),
    change: notBuilt('change'),
    listLabels: notBuilt('list_labels'),
  };
}

const notBuilt = (method: string) => async (): Promise<never> => {
  throw new ServiceError('INTERNAL_ERROR', `${method} is not built for real mailboxes`);
};
