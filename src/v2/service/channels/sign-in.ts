import type { Queryable } from '../../../shared/postgres/database.ts';
import type { MailServer } from '../../contract/endpoints/login-body.ts';
import type { AccountRow } from '../context.ts';
import type { Call, Outcome } from './call.ts';
import type { MailboxSecret, RenewedSecret, TokenGrant } from './mail/connections/mailbox.ts';
import type { MailboxSettings } from './mail/sign-in/keep-mailbox.ts';

/** A refresh token comes as it is given: without a `token_url` where the provider is known. */
export type GivenMailSecret =
  | Exclude<MailboxSecret, RenewedSecret>
  | (Omit<TokenGrant, 'token_url'> & { readonly token_url: string | null });

export type Credentials =
  | { readonly platform: 'professional'; readonly email: string; readonly password: string }
  /** `email`: as the caller names the account, where they do. */
  | { readonly platform: 'professional'; readonly email: string | null; readonly login_token: string }
  | { readonly platform: 'messenger'; readonly phone_number: string }
  | {
      readonly platform: 'email';
      readonly email: string;
      readonly secret: GivenMailSecret;
      /** What the servers call the user; null: the address. */
      readonly login_name: string | null;
      readonly imap: MailServer | null;
      readonly smtp: MailServer | null;
    };

/** The credentials were accepted. */
export interface SignedIn {
  /** Who it is; one of the two is there. */
  readonly email: string | null;
  readonly phone_number: string | null;
  /** Set where a code has to follow. */
  readonly challenge: {
    /** What `isRightCode` needs; kept under the service's key. */
    readonly state: string;
    /** The code that the person types into their phone; null where the platform sends it to them. */
    readonly pairing_code: string | null;
  } | null;
  /** Of a real mailbox. */
  readonly mailbox?: MailboxSettings;
}

/**
 * How accounts come to their sessions, for all channels. A vendor's adapter goes here; what it keeps of a session is its
 * own, found by the account.
 */
export interface SignIn {
  /** May take seconds, so it is called before the transaction of the call, and changes nothing here. */
  begin(credentials: Credentials): Promise<Outcome<SignedIn>>;
  isRightCode(challenge: { readonly state: string }, code: string): Promise<boolean>;
  /** In the transaction that connects the account, for the first time or again. `mailbox`: what `begin` found out. */
  sessionBegins(tx: Queryable, account: AccountRow, mailbox: MailboxSettings | null): Promise<void>;
  /** spec: Errors, rule 2. Moves the session to another country or proxy; a refusal leaves it where it is. */
  moveSession(
    call: Call,
    to: { readonly country: string } | { readonly proxy_url: string | null },
  ): Promise<Outcome<{ readonly moved: true }>>;
}
