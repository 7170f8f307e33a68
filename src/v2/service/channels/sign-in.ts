import type { Queryable } from '../../../shared/postgres/database.ts';
import type { MailServer } from '../../contract/endpoints/login-body.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import type { Outcome } from './call.ts';

/** A refresh token comes as it is given: without a `token_url` where the provider is known. */
export type GivenMailSecret =
  | { readonly pass: string }
  | { readonly access_token: string }
  | {
      readonly refresh_token: string;
      readonly client_id: string;
      readonly client_secret: string | null;
      readonly token_url: string | null;
    };

export type Credentials =
  | { readonly platform: 'professional'; readonly email: string; readonly password: string }
  /** `email`: as the caller names the account, where they do. */
  | { readonly platform: 'professional'; readonly email: string | null; readonly login_token: string }
  | { readonly platform: 'messenger'; readonly phone_number: string }
  | {
      readonly platform: 'email';
      readonly email: string;
      readonly secret: GivenMailSecret;
      /** The user name at the servers; null: the address. */
      readonly login_name: string | null;
      readonly imap: MailServer | null;
      readonly smtp: MailServer | null;
    };

/** The credentials were accepted. */
export type SignedIn = {
  /** The identity that signed in; one of the two is set. */
  readonly email: string | null;
  readonly phone_number: string | null;
} & (
  | { readonly challenge: null; readonly session: Session }
  /** A code has to follow. */
  | { readonly challenge: Challenge; readonly session: null }
);

export interface Challenge {
  /** Data for `confirm`, sealed with the service's key while it waits. */
  readonly state: string;
  /** The code that the person types into their phone; null where the platform sends it to them. */
  readonly pairing_code: string | null;
}

/** A session that may begin. What an adapter keeps of it is its own, found by the account. */
export interface Session {
  /** In the transaction that connects the account, for the first time or again: from here on the adapter knows it. */
  begin(tx: Queryable, account: AccountRow): Promise<void>;
  /** True: the adapter keeps the credentials, and the service does not. */
  readonly keeps_credentials: boolean;
}

/** Without a code: who the credentials are of, and what begins with the account; by default nothing. */
export const signedIn = (
  credentials: Credentials,
  session: Session = { begin: async () => undefined, keeps_credentials: false },
): SignedIn => ({
  email: 'email' in credentials ? credentials.email : null,
  phone_number: 'phone_number' in credentials ? credentials.phone_number : null,
  challenge: null,
  session,
});

/** How accounts come to their sessions. */
export interface SignIn {
  /** May take seconds, so it is called before the transaction of the call, and changes nothing here. */
  begin(credentials: Credentials): Promise<Outcome<SignedIn>>;
  /** Null: the code is wrong. */
  confirm(challenge: Pick<Challenge, 'state'>, code: string): Promise<Session | null>;
}

/** The same, of one adapter. */
export interface AdapterSignIn extends Pick<SignIn, 'begin'> {
  /** Absent: its platform asks for no code. */
  readonly confirm?: SignIn['confirm'];
  /** Whether it is this adapter that tries these credentials, of a platform that it serves. */
  takes(credentials: Credentials): boolean;
  /** In the transaction in which another adapter's session begins. The account may never have been its own. Absent: it keeps nothing of one. */
  release?(tx: Queryable, account: AccountRow): Promise<void>;
}
