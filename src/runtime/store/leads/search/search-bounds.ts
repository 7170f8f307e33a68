/** Where one way to find a page ends and the next begins. Each bound is a number of people. */
export interface SearchBounds {
  /** As many are all put in order at most. */
  readonly few: number;
  /** As many of the newest are gone through before the index is asked. */
  readonly walked: number;
  /** Where more than these fit, going through the newest, however far, is shorter than reading all of them by the index. */
  readonly many: number;
}

export const BOUNDS: SearchBounds = { few: 5000, walked: 5000, many: 50_000 };
