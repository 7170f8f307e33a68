import type { AdapterTools } from '../adapter.ts';
import type { MailboxConnections } from './connections/mailbox-connections.ts';

export interface MailDeps extends AdapterTools {
  readonly connections: MailboxConnections;
}
