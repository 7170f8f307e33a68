/**
 * A person who took an arm, with what they did or what happened to them after it; times in epoch milliseconds, null: not so
 * far.
 */
export interface ArmPerson {
  readonly arm: string;
  readonly entered_at: number;
  /** When the first step after the split reached them. */
  readonly contacted_at: number | null;
  readonly accepted_at: number | null;
  readonly replied_at: number | null;
  /** When they replied whose answer is labeled as a positive one; left out where nobody says what answers are, as in a simulation. */
  readonly positive_at?: number | null;
  readonly unsubscribed_at: number | null;
  readonly bounced_at: number | null;
}

/**
 * The metrics by which arms are compared. Positive replies come first: plain ones reward whoever annoys enough to be told to
 * stop.
 */
export const METRICS = ['positive', 'replied', 'accepted'] as const;
export type Metric = (typeof METRICS)[number];

/** Harms that an arm must not bring more of, whatever else it brings. */
export const GUARDS = ['unsubscribed', 'bounced'] as const;
export type Guard = (typeof GUARDS)[number];
