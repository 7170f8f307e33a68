import type { Logger } from 'pino';
import type { Clock } from '../../../../../shared/kit/clock.ts';
import type { Database } from '../../../../../shared/postgres/database.ts';
import type { SecretBox } from '../../../../../shared/secrets/secret-box.ts';
import type { EventSink } from '../../../events/event-sink.ts';
import type { MailboxConnections } from '../connections/mailbox-connections.ts';
import type { SenderProcess } from './sender-process.ts';

export interface SendingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: EventSink;
  readonly secrets: SecretBox;
  readonly connections: MailboxConnections;
  readonly sender: SenderProcess;
  /** A copy is due: of this account. */
  readonly onSent: (accountId: string) => void;
}
