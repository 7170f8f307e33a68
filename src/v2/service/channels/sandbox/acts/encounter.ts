import type { AccountRow } from '../../../accounts/account-row.ts';
import type { PersonRow } from '../people/person-row.ts';

/** A person who acts toward an account, and when (virtual time, epoch ms). */
export interface Encounter {
  readonly account: AccountRow;
  readonly person: PersonRow;
  readonly at: number;
}

/** `idle`: there was nothing left to do it to, such as an invitation withdrawn in the meantime. */
export type ActOutcome = { readonly kind: 'done' } | { readonly kind: 'idle'; readonly reason: string };

export const DONE: ActOutcome = { kind: 'done' };
export const idle = (reason: string): ActOutcome => ({ kind: 'idle', reason });
