import type { Cap, LimitClass } from './plan.ts';

/** The limits that a network tolerates for an account of one tier. */
export interface TierProfile {
  /** The channel and the tier: `professional-free`. */
  readonly name: string;
  readonly caps: { readonly [limit in LimitClass]?: readonly Cap[] };
  /** Characters of an invitation's note. */
  readonly note_length: number;
  /** 0: the tier has no seat for InMail. Absent: not known. */
  readonly inmails_per_month?: number;
}
