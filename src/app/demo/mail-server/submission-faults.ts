import { mailboxKey } from '../../../shared/identity/mailbox-key.ts';

/** A fault of the submission server, for the next commands that it is meant for. */
export interface SubmissionFault {
  /** After the password, MAIL FROM, RCPT TO, or the final dot of the mail. */
  readonly at: 'auth' | 'sender' | 'recipient' | 'data';
  /** Only mail to this address, any case; by default all. For `auth`: only this user. */
  readonly to?: string;
  /** How many times; 1 by default. */
  readonly times?: number;
  /** Told when it comes to pass. */
  readonly fired?: () => void;
  /** Waits so long first, wall milliseconds. */
  readonly delay_ms?: number;
  /** Answers this instead of doing it, as `421 4.3.2 closing`. */
  readonly reply?: string;
  /** Called once it is done, before it is answered: the moment at which a client may die without knowing. `data` is given the mail. */
  readonly after?: (source: Buffer) => void | Promise<void>;
  /** Cuts the connection without an answer: before it does what was asked, or after. */
  readonly cut?: 'before' | 'after';
}

export interface SubmissionFaults {
  add(fault: SubmissionFault): void;
  clear(): void;
  /** The first that is meant for it, used up by one. `names`: the user, or the recipients. */
  take(at: SubmissionFault['at'], names: readonly string[]): SubmissionFault | null;
}

export function createSubmissionFaults(): SubmissionFaults {
  let pending: { readonly fault: SubmissionFault; left: number }[] = [];
  return {
    add(fault) {
      pending.push({ fault, left: fault.times ?? 1 });
    },
    clear() {
      pending = [];
    },
    take(at, names) {
      const recipients = names.map(mailboxKey);
      const found = pending.find(
        ({ fault }) => fault.at === at && (fault.to === undefined || recipients.includes(mailboxKey(fault.to))),
      );
      if (!found) return null;
      found.left -= 1;
      if (found.left === 0) pending = pending.filter((one) => one !== found);
      return found.fault;
    },
  };
}
