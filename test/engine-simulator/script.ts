import type { Meant } from '../../src/runtime/store/tasks/unclear-reply.ts';
import type { WireFault } from './faults.ts';

/** The course of a history. All of it is plain data, so that a part can be left out and the rest tried again. */
export interface Script {
  readonly seed: number;
  readonly people: readonly ScriptedPerson[];
  /** Accounts of the professional network; each history has one mailbox and one messenger beside them. */
  readonly professionals: 1 | 2;
  readonly steps: readonly Step[];
  readonly stop_on: readonly string[];
  /** Places a day of each class; a small number, so that they are fought for. */
  readonly cap: number;
  readonly hours: boolean;
  readonly review: boolean;
  readonly idempotency: boolean;
  readonly credits: number;
  readonly acts: readonly Act[];
  /** Answers that people of ours write. Absent: none. */
  readonly written?: readonly WrittenAnswer[];
  /** People of ours who write to somebody, whether or not an answer comes of it. Absent: nobody. */
  readonly typed?: readonly Typing[];
  /** Losses of workflows in Temporal. Absent: none. */
  readonly losses?: readonly Loss[];
  /** People who are erased. Absent: nobody. */
  readonly erasures?: readonly Erasure[];
  /** People who are brought once more, in another spelling. Absent: nobody. */
  readonly respelled?: readonly Respelled[];
  /** Rate of faults per step taken, in thousandths. */
  readonly fault_rate: number;
  readonly most_faults: number;
  /** Faults at the calls with a key themselves, the first, the second and so on, instead of drawn ones. */
  readonly aim?: Aim;
  /** Null: every fault that the seed draws; else only these, by the order in which they were drawn. */
  readonly faults: readonly number[] | null;
}

export interface Aim {
  readonly wire: readonly WireFault[];
  /** The moment at which the process that makes the first call is frozen. It lives on when others have taken over. */
  readonly frozen?: 'sends' | 'hears';
  /** The moment at which Postgres refuses the intents of the first person, in the first two minutes. */
  readonly refused?: 'in_statement' | 'at_commit';
}

/** A step of the language, as its document has it. */
export type Step = string | { readonly [key: string]: unknown };

export interface ScriptedPerson {
  readonly name: string;
  readonly senders: 0 | 1;
  readonly has_email: boolean;
  /** Virtual milliseconds after the invitation; null: never. */
  readonly accepts_after: number | null;
  readonly answers: readonly Answer[];
  readonly enrolled_after: number;
}

export interface Answer {
  readonly to: 'invite' | 'message' | 'inmail' | 'email';
  readonly with: 'reply' | 'decline' | 'bounce' | 'unsubscribe' | 'automatic' | 'in_doubt';
  /** The true meaning of a mail in doubt, as the person who is asked will say. */
  readonly means?: Meant;
  readonly after: number;
  /** How it comes to us. `lost`: only the pull brings it. */
  readonly comes: 'once' | 'twice' | 'late' | 'lost';
}

/** A workflow that is gone, or that Temporal was set back with: it knows a part of its history, and may have ended already. */
export interface Loss {
  readonly person: number;
  readonly after: number;
  readonly is: 'lost' | 'set_back';
}

/** Somebody of ours erases a person. */
export interface Erasure {
  readonly person: number;
  readonly after: number;
  /** So long after that somebody brings them again, as a new lead; null: nobody. */
  readonly again_after: number | null;
}

/** Somebody of ours brings a person as another list writes them, or puts one of their names on the do-not-contact list as somebody else writes it. */
export interface Respelled {
  readonly person: number;
  readonly after: number;
  /** A person is brought by the names that the steps need, and by this one where they need none. */
  readonly by: 'email' | 'phone' | 'profile';
  /** Which of the ways to write it. */
  readonly way: number;
  readonly do: 'enroll' | 'suppress';
}

/** An action of a person of ours on an enrollment. */
export interface Act {
  readonly person: number;
  readonly after: number;
  readonly do: 'pause' | 'resume' | 'stop' | 'hold' | 'release' | 'suppress';
}

/** Somebody of ours has begun to write to a person, and says so again and again while they type. */
export interface Typing {
  readonly person: number;
  readonly after: number;
  /** Milliseconds; 0: they say it once. */
  readonly lasts: number;
}

/** Somebody of ours answers a person, in the conversation with one of our accounts. */
export interface WrittenAnswer {
  readonly person: number;
  readonly after: number;
  readonly by: 'professional' | 'email' | 'messenger';
  /** Milliseconds in which it can be taken back. */
  readonly send_after: number;
  /** At the same moment: the same request once more, or another text of somebody who has seen as much. */
  readonly beside: 'nobody' | 'same_click' | 'colleague';
  /** After it was written; null: never. */
  readonly taken_back_after: number | null;
  /** Goes against the entries of the do-not-contact list that are there when it is written. */
  readonly confirms: boolean;
  readonly sequences: 'pause' | 'continue';
}
