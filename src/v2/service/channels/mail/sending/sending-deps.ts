import type { MailDeps } from '../mail-deps.ts';
import type { SenderProcess } from './sender-process.ts';

export interface SendingDeps extends MailDeps {
  readonly sender: SenderProcess;
  /** Called when a copy of a sent mail is due for the account's mailbox. */
  readonly onSent: (accountId: string) => void;
}
