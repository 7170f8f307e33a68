/** A slot in an account's calendar: booked for a step, or used by it. */
export interface SlotRow {
  readonly id: string;
  readonly account_id: string;
  readonly limit_class: string;
  readonly enrollment_id: string;
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
  /** It answers a person. */
  readonly urgent: boolean;
  /** Who got its earlier slot: a step that answers a person, or one of a campaign that had less than its share. */
  readonly moved_for: 'answer' | 'share' | null;
  /** Of a mail: the domain that it goes to, lower case. */
  readonly domain: string | null;
}

/** Dates as text: a driver that makes them midnights of the process's own zone would move them. */
export const SLOT_COLUMNS = `id, account_id, limit_class, enrollment_id, node, visit, at, local_day::text, local_week::text, state, amount, urgent, moved_for, domain`;

export interface StepVisit {
  readonly enrollment_id: string;
  readonly node: string;
  readonly visit: number;
}
