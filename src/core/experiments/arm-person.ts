/** What a person did, or what happened to them, after they had taken an arm; times in epoch milliseconds, null: not so far. */
export interface ArmPerson {
  readonly arm: string;
  readonly entered_at: number;
  /** When the first step after the split reached them. */
  readonly contacted_at: number | null;
  readonly accepted_at: number | null;
  readonly replied_at: number | null;
  readonly unsubscribed_at: number | null;
  readonly bounced_at: number | null;
}

/** What arms are compared by, the first first. */
export const METRICS = ['replied', 'accepted'] as const;
export type Metric = (typeof METRICS)[number];
