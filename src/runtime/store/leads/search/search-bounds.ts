/** Bounds between the ways to find a page, each a number of people. */
export interface SearchBounds {
  /** All of so many people are put in order, and no more. */
  readonly few: number;
  /** So many of the newest are gone through before the index is asked. */
  readonly walked: number;
  /** If more than these fit, going through the newest, however far, is shorter than reading all of them by the index. */
  readonly many: number;
}

export const BOUNDS: SearchBounds = { few: 5000, walked: 5000, many: 50_000 };
