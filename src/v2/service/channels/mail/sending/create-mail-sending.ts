import { batch } from '../../../../../shared/kit/batch.ts';
import { SECOND } from '../../../../../shared/kit/duration.ts';
import { createInterruptibleSleep, type InterruptibleSleep } from '../../../../../shared/kit/interruptible-sleep.ts';
import { createTransactionBatches } from '../../../../../shared/postgres/transaction-batches.ts';
import type { RemoteAdapter } from '../../adapter.ts';
import type { Call } from '../../call.ts';
import type { EmailChannel, OutgoingEmail } from '../../email-channel.ts';
import type { Mailbox } from '../connections/mailbox.ts';
import type { MailDeps } from '../mail-deps.ts';
import { fileCopies, listDueMailboxes } from './file-copies.ts';
import { readMailboxes } from './mailbox-health.ts';
import { resolveAbandoned, resolveSend } from './resolve-sends.ts';
import { type Handing, handOver } from './send-journal.ts';
import { type Sending, sendMail } from './send-mail.ts';
import { createSenderProcess } from './sender-process.ts';
import type { SendingDeps } from './sending-deps.ts';

const SWEEP_EVERY = 5 * SECOND;
/** Copies of mails that are sent one right after the other are filed together. */
const BATCH_WINDOW = 250;
/** A mailbox that goes on sending has its copies filed now and then: each time costs two statements and a few commands, however many they are. */
const BUSY_WINDOW = 2 * SECOND;

/** The sending half of real mailboxes. */
export interface MailSending extends Pick<EmailChannel, 'mailboxes'>, Pick<RemoteAdapter, 'resolve'> {
  send(mailbox: Mailbox, call: Call, email: OutgoingEmail): Promise<Sending>;
  /** Ends what dead processes left, and files copies, until `stop`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createMailSending(given: MailDeps): MailSending {
  const onError = (err: unknown) => given.log.error({ err }, 'an error disturbed the sending of mails');
  const sender = createSenderProcess(given.db, onError);
  const filing = createFiling({ ...given, sender });
  const handingOver = batch((mails: readonly Handing[]) => handOver(given.db, mails), { fails_apart: true });
  const deps: SendingDeps = {
    ...given,
    sender,
    handOver: async (mail) => (await handingOver(mail)) === true,
    // Who lost the answer of a commit leaves the call open, for `resolveAbandoned`.
    ends: createTransactionBatches(given.db, async () => false, { plans_once: true, lingers: true }),
    onSent: filing.wake,
  };
  let sweeping: Promise<void> | null = null;
  const sweep = () => {
    sweeping ??= resolveAbandoned(deps)
      .then(() => listDueMailboxes(deps))
      .then((due) => due.forEach(filing.wake))
      .catch(onError)
      .finally(() => {
        sweeping = null;
      });
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    send: (mailbox, call, email) => sendMail(deps, mailbox, call, email),
    mailboxes: readMailboxes,
    resolve: (sendId) => resolveSend(deps, sendId),
    async start() {
      await sender.start();
      sweep();
      timer = setInterval(sweep, SWEEP_EVERY);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await sweeping;
      await filing.idle();
      await sender.stop();
    },
  };
}

/** One mailbox's copies are filed one after the other, those of several at once. */
function createFiling(deps: Parameters<typeof fileCopies>[0]) {
  const running = new Map<string, { readonly done: Promise<void>; readonly pause: InterruptibleSleep }>();
  const again = new Set<string>();
  const run = async (accountId: string, pause: InterruptibleSleep): Promise<void> => {
    await pause.wait(BATCH_WINDOW);
    for (;;) {
      again.delete(accountId);
      await fileCopies(deps, accountId);
      if (!again.has(accountId)) return;
      await pause.wait(BUSY_WINDOW);
    }
  };
  return {
    wake(accountId: string): void {
      if (running.has(accountId)) {
        again.add(accountId);
        return;
      }
      const pause = createInterruptibleSleep();
      const done = run(accountId, pause)
        .catch((err: unknown) =>
          deps.log.warn({ err, account_id: accountId }, 'copies of sent mails could not be filed'),
        )
        .finally(() => running.delete(accountId));
      running.set(accountId, { done, pause });
    },
    /** Files at once what is waited for. */
    idle: async (): Promise<void> => {
      for (const { pause } of running.values()) pause.stop();
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
