import type { Refused } from '../v2-caller.ts';

/** The proof that a look for a call's effect has brought. */
export type Proof =
  /**
   * The effect is there. `data` is as the call itself would have answered, as far as it can be read back; null: the
   * place does not show it.
   */
  | { readonly is: 'done'; readonly data: unknown; readonly where: string }
  /**
   * The effect is not there, where it would have to be. `alone`: nothing else could explain that. `unheard`: the
   * service has never heard of the call, or has refused it by itself, so it did not reach the network either.
   */
  | { readonly is: 'absent'; readonly where: string; readonly alone: boolean; readonly unheard?: boolean }
  /** The place could be read, but does not say. `doubted`: the service says itself that it does not know, so nothing missing elsewhere proves anything. */
  | { readonly is: 'unclear'; readonly why: string; readonly doubted?: true }
  /** The place could not be read now. `refused`: and nobody can read anything there before that is over. */
  | { readonly is: 'unreadable'; readonly why: string; readonly refused?: Refused };
