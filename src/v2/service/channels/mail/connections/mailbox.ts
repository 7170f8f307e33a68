import { batch } from '../../../../../shared/kit/batch.ts';
import type { Database, Queryable } from '../../../../../shared/postgres/database.ts';
import { setwise } from '../../../../../shared/postgres/shared-transaction.ts';
import type { SecretBox } from '../../../../../shared/secrets/secret-box.ts';

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; false: STARTTLS. */
  readonly secure: boolean;
}

/** Everything that renewing an access token takes (RFC 6749, section 6). */
export interface TokenGrant {
  readonly token_url: string;
  readonly client_id: string;
  /** Null: of a client that has none. */
  readonly client_secret: string | null;
  readonly refresh_token: string;
}

/** An access token with what renews it. Wall epoch milliseconds; null: nobody said how long it is good. */
export interface RenewedSecret {
  readonly grant: TokenGrant;
  readonly access_token: string;
  /** Some time before it ends: a token endpoint may be away for a while. */
  readonly wall_renew_at: number | null;
  readonly wall_expires_at: number | null;
}

/** The part of the credentials that is kept sealed: the password, or an access token, with or without its renewal. */
export type MailboxSecret = { readonly pass: string } | { readonly access_token: string } | RenewedSecret;

/** Credentials to sign in with. A renewable access token was good when this was read. */
export type MailAuth = { readonly user: string } & MailboxSecret;

/** Everything that speaking for a mailbox takes. Its secrets are decrypted, and never logged. */
export interface Mailbox {
  readonly account_id: string;
  readonly user_id: string;
  readonly email: string;
  /** As the account is called; its address where nobody named it. */
  readonly name: string;
  readonly imap: ServerAddress;
  readonly smtp: ServerAddress;
  readonly auth: MailAuth;
  /** Revision of the credentials: a pool entry of older ones is closed. */
  readonly revision: number;
}

interface Row extends Record<string, unknown> {
  readonly account_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  readonly imap_host: string;
  readonly imap_port: number;
  readonly imap_secure: boolean;
  readonly smtp_host: string;
  readonly smtp_port: number;
  readonly smtp_secure: boolean;
  readonly login_name: string;
  readonly sealed_secret: string;
  readonly revision: number;
}

/** Null: not a real mailbox (a sandbox one). */
export async function findMailbox(db: Queryable, secrets: SecretBox, accountId: string): Promise<Mailbox | null> {
  return (await findMailboxes(db, secrets, [accountId])).get(accountId) ?? null;
}

/** Looks mailboxes up one by one: those that are asked for at one moment share one query. Null: not a real mailbox. */
export function lookUpMailboxes({ db: whole, secrets }: { readonly db: Database; readonly secrets: SecretBox }) {
  const find = async (db: Queryable, accountIds: readonly string[]): Promise<(Mailbox | null)[]> => {
    const found = await findMailboxes(db, secrets, accountIds);
    return accountIds.map((id) => found.get(id) ?? null);
  };
  const ofOne = setwise(find);
  const together = batch((accountIds: readonly string[]) => find(whole, accountIds));
  return async (db: Queryable, accountId: string): Promise<Mailbox | null> =>
    db === whole ? ((await together(accountId)) ?? null) : ofOne(db, accountId);
}

/** Those of the accounts that are real mailboxes. */
async function findMailboxes(
  db: Queryable,
  secrets: SecretBox,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Mailbox>> {
  const { rows } = await db.query<Row>(
    `select account_id, user_id, email, name, imap_host, imap_port, imap_secure, smtp_host, smtp_port, smtp_secure, login_name,
       sealed_secret, revision
       from mailboxes join accounts using (account_id) where account_id = any ($1::text[])`,
    [[...new Set(accountIds)]],
  );
  return new Map(rows.map((row) => [row.account_id, mailboxOf(row, secrets)]));
}

const mailboxOf = (row: Row, secrets: SecretBox): Mailbox => ({
  account_id: row.account_id,
  user_id: row.user_id,
  email: row.email,
  name: row.name,
  imap: { host: row.imap_host, port: row.imap_port, secure: row.imap_secure },
  smtp: { host: row.smtp_host, port: row.smtp_port, secure: row.smtp_secure },
  auth: { user: row.login_name, ...(JSON.parse(secrets.open(row.sealed_secret)) as MailboxSecret) },
  revision: row.revision,
});
