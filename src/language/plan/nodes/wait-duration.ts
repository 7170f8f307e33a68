/** How long a `wait` is. */
export type WaitDuration =
  | { readonly unit: 'ms'; readonly count: number }
  | { readonly unit: 'business_days'; readonly count: number }
  /** A local time of the schedule's zone, `2026-12-01T09:00`; one that is past is over at once. */
  | { readonly unit: 'until'; readonly at: string }
  /** The next such weekday (0 is Monday) at these minutes after local midnight. */
  | { readonly unit: 'weekday'; readonly weekday: number; readonly minutes: number };
