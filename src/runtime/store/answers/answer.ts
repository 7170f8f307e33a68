import { ANSWER_NODE } from '../slots/slot.ts';
import type { Within } from '../within.ts';

export type AnswerChannel = 'message' | 'inmail' | 'email' | 'messenger';

/**
 * `waiting`: not begun; it can be taken back. `sending`: its call is out, or nobody knows yet what came of it. `in_doubt`: nobody can know, and
 * a person is asked. `not_sent`: it does not go any more, for the reason that it has.
 */
export type AnswerState = 'waiting' | 'sending' | 'in_doubt' | 'sent' | 'not_sent' | 'withdrawn';

export type Attachment = { readonly link: string } | { readonly filename: string; readonly data: string };

export type Address =
  | { readonly profile_url: string }
  | { readonly phone_number: string }
  /** `thread_ref`: the mail that it answers. */
  | { readonly to: string; readonly thread_ref?: string };

/** An answer that a person of ours has written. */
export interface AnswerRow {
  readonly id: string;
  /** Null: the person was erased. */
  readonly lead_id: string | null;
  readonly account_id: string;
  readonly channel: AnswerChannel;
  /** The enrollment whose sequence limits the answer and whose timeline shows it; null: this account sends to the person in no sequence. */
  readonly enrollment_id: string | null;
  readonly digest: string | null;
  readonly request_hash: string;
  /** The key or the session of who wrote it. */
  readonly author_id: string;
  readonly author: string;
  /** The accounts that they were limited to: of the others they had seen nothing. */
  readonly within: Within;
  /** The recipient, by the names of the call's parameters. */
  readonly address: Address;
  readonly text: string;
  readonly subject: string | null;
  readonly attachments: readonly Attachment[];
  /** The last message that the writer had seen, and how many there were; null: there was none. */
  readonly last_seen: string | null;
  readonly seen: number;
  /** Entries of the do-not-contact list that the writer goes against. */
  readonly confirmed: readonly string[];
  /** The effect of sending it on the sequences that the person is in. */
  readonly sequences: 'pause' | 'continue';
  readonly state: AnswerState;
  /** Wall time. */
  readonly wall_send_after: Date;
  readonly wall_due: Date;
  /** Virtual time. */
  readonly due_at: Date | null;
  readonly waiting_text: string | null;
  readonly error_code: string | null;
  readonly error_text: string | null;
  readonly created_at: Date;
  readonly wall_created_at: Date;
  readonly ended_at: Date | null;
}

/** The key of an answer's intent, in the form of the key of a step that is visited once. */
export const answerKey = (id: string): string => `${id}/${ANSWER_NODE}/1`;
