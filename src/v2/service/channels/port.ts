import type { Queryable } from '../../../shared/postgres/database.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import type { AccountChannel, Resolution } from './adapter.ts';
import type { SignIn } from './sign-in.ts';

/** What the service sees of its adapters. Which of them an account belongs to, it never asks. */
export interface ChannelPort {
  of(db: Queryable, account: AccountRow): Promise<AccountChannel>;
  /** Some accounts, by the adapter that serves them: what is asked of several at once is asked of each adapter once. */
  group(db: Queryable, accounts: readonly AccountRow[]): Promise<readonly ChannelGroup[]>;
  /** For what needs no account. */
  readonly without_account: AccountChannel;
  /** Of an act that was begun and has not ended: see `RemoteAdapter.resolve`. */
  resolve(effectId: string): Promise<Resolution>;
  readonly sign_in: SignIn;
}

/** Accounts of one adapter, each with its channel. */
export type ChannelGroup = readonly { readonly account: AccountRow; readonly channel: AccountChannel }[];
