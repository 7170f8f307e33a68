import type { Queryable } from '../../../shared/postgres/database.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import type { AccountChannel, Resolution } from './adapter.ts';
import type { SignIn } from './sign-in.ts';

/** All adapters as the service sees them. It never asks to which of them an account belongs. */
export interface ChannelPort {
  of(db: Queryable, account: AccountRow): Promise<AccountChannel>;
  /** Some accounts, by the adapter that serves them: what is asked of several at once is asked of each adapter once. */
  group(db: Queryable, accounts: readonly AccountRow[]): Promise<readonly ChannelGroup[]>;
  /** For what needs no account. */
  readonly without_account: AccountChannel;
  /** Ends the call of an act that was begun and has not ended: see `RemoteAdapter.resolve`. */
  resolve(effectId: string): Promise<Resolution>;
  readonly sign_in: SignIn;
}

/** Accounts of one adapter, each with its channel. */
export type ChannelGroup = readonly { readonly account: AccountRow; readonly channel: AccountChannel }[];
