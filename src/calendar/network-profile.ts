import type { Cap, LimitClass } from '../plan/plan.ts';

/** What a network tolerates of an account of one tier; read from `limits/*.yaml`. */
export interface NetworkProfile {
  /** The file's name without its ending: `professional-free`. */
  readonly name: string;
  readonly caps: { readonly [limit in LimitClass]?: readonly Cap[] };
  /** Characters of an invitation's note. */
  readonly note_length: number;
  readonly inmails_per_month?: number;
}
