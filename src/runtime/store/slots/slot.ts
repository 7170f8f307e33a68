/** A slot in an account's calendar: booked for a step, or used by it. */
export interface SlotRow {
  readonly id: string;
  readonly account_id: string;
  readonly limit_class: string;
  /** Null: of an answer. */
  readonly enrollment_id: string | null;
  readonly answer_id: string | null;
  readonly node: string;
  readonly visit: number;
  readonly at: Date;
  /** `YYYY-MM-DD` in the account's zone. */
  readonly local_day: string;
  /** The Monday of its ISO week. */
  readonly local_week: string;
  readonly state: 'booked' | 'used';
  /** How much of its class it takes: one, or one for every credit. */
  readonly amount: number;
  /** True where the send answers a person. */
  readonly urgent: boolean;
  /** The reason for which its earlier slot was given away: to a step that answers a person, or to a campaign that had less than its share. */
  readonly moved_for: 'answer' | 'share' | null;
  /** Domain of the recipient of a mail, in lower case. */
  readonly domain: string | null;
}

/** Dates as text: a driver that makes them midnights of the process's own zone would move them. */
export const SLOT_COLUMNS = `id, account_id, limit_class, enrollment_id, answer_id, node, visit, at, local_day::text, local_week::text, state, amount, urgent, moved_for, domain`;

export interface StepVisit {
  readonly enrollment_id: string;
  readonly node: string;
  readonly visit: number;
}

/** An answer that a person of ours has written takes slots as a step does. */
export interface AnswerSlots {
  readonly answer_id: string;
}

export type SlotOwner = StepVisit | AnswerSlots;

/** Slots (`s`) with the enrollment (`e`) by whose sequence each is counted: an answer has none where its person is in no sequence. */
export const SLOTS_OF_SEQUENCES = `slots s left join answers a on a.id = s.answer_id
       left join enrollments e on e.id = coalesce(s.enrollment_id, a.enrollment_id)`;

/** The step's name of an answer, which stands in the calendar like a step that is visited once. */
export const ANSWER_NODE = 'answer';

export function ownerOf({ enrollment_id, answer_id, node, visit }: SlotRow): SlotOwner {
  if (answer_id !== null) return { answer_id };
  if (enrollment_id === null) throw new Error('a slot belongs to nobody');
  return { enrollment_id, node, visit };
}

/** The condition on `slots` for what belongs to the owner, whose values are the parameters from `$from` on. */
export function ownedBy(owner: SlotOwner, from = 1): { readonly text: string; readonly values: readonly unknown[] } {
  return 'answer_id' in owner
    ? { text: `answer_id = $${from}`, values: [owner.answer_id] }
    : {
        text: `enrollment_id = $${from} and node = $${from + 1} and visit = $${from + 2}`,
        values: [owner.enrollment_id, owner.node, owner.visit],
      };
}
