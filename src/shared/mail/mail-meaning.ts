import type { Doubt } from './verdict/judge-mail.ts';
import type { Sign } from './verdict/sign.ts';

/** One address that a mail did not reach. */
export interface Failure {
  /** As the report writes it. */
  readonly recipient: string;
  readonly bounce_kind: 'hard' | 'soft';
  /** Enhanced status, RFC 3463, such as `5.1.1`; null where the report gives none. */
  readonly status: string | null;
  /** The server's words, on one line. */
  readonly diagnostic: string | null;
}

/** The meaning of a mail, as far as a sequence is concerned. */
export type MailMeaning =
  | {
      readonly kind: 'bounce';
      /** Hard: the address is dead, and nothing sent there arrives ever. Of several failures hard where one is. */
      readonly bounce_kind: 'hard' | 'soft';
      /** The server goes on trying; a failure may follow, or not. Soft, except where the domain has no mail host at all. */
      readonly is_delay: boolean;
      readonly status: string | null;
      readonly recipients: readonly string[];
      readonly diagnostic: string | null;
      /** The id of the mail that bounced, with its angle brackets. */
      readonly original_message_id: string | null;
      /** Each recipient alone: one may be dead where another one's mailbox is full. */
      readonly failures: readonly Failure[];
    }
  /** Somebody called a mail of ours spam. */
  | {
      readonly kind: 'complaint';
      /** RFC 5965, `Feedback-Type`, lowercase: `abuse`, `fraud`, `opt-out`, …; `abuse` where the report gives none. */
      readonly feedback_type: string;
      readonly recipients: readonly string[];
      readonly original_message_id: string | null;
    }
  | {
      readonly kind: 'automatic_reply';
      /** ISO date of the first day on which they are there again; null where none is named. */
      readonly returns_on: string | null;
    }
  /** A person has to say what it is. */
  | { readonly kind: 'in_doubt'; readonly doubt: Doubt; readonly signs: readonly Sign[] }
  /** A machine wrote it, and it answers nothing: a receipt, a newsletter, a calendar's answer. */
  | { readonly kind: 'notice' }
  /** A person writes that they want no more mail. */
  | { readonly kind: 'unsubscribe' }
  | { readonly kind: 'mail' };
