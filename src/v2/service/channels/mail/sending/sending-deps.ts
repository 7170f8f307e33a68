import type { TransactionBatches } from '../../../../../shared/postgres/transaction-batches.ts';
import type { MailDeps } from '../mail-deps.ts';
import type { Handing } from './send-journal.ts';
import type { SenderProcess } from './sender-process.ts';

export interface SendingDeps extends MailDeps {
  readonly sender: SenderProcess;
  /** Mails that are handed over at one moment are so by one statement. */
  readonly handOver: (mail: Handing) => Promise<boolean>;
  /** Sends that end at one moment share a transaction. */
  readonly ends: TransactionBatches;
  /** Called when a copy of a sent mail is due for the account's mailbox. */
  readonly onSent: (accountId: string) => void;
}
