import type { Queryable } from '../../../shared/postgres/database.ts';
import type { SecretBox } from '../../../shared/secrets/secret-box.ts';

/** Secrets with which an account's session was made. The database removes them with the account, by a cascade. */
export interface AccountSecrets {
  readonly password?: string;
  readonly login_token?: string;
  readonly proxy_url?: string;
}

/** Null: no such account of this owner. The token is looked for by its keyed digest, never by itself. */
export async function findByToken(
  tx: Queryable,
  secrets: SecretBox,
  userId: string,
  loginToken: string,
): Promise<string | null> {
  const { rows } = await tx.query<{ account_id: string }>(
    `select account_id from account_secrets join accounts using (account_id)
      where user_id = $1 and token_digest = $2 order by created_at limit 1`,
    [userId, secrets.digest(loginToken)],
  );
  return rows[0]?.account_id ?? null;
}

export async function readSecrets(tx: Queryable, box: SecretBox, accountId: string): Promise<AccountSecrets> {
  const { rows } = await tx.query<{ sealed: string }>('select sealed from account_secrets where account_id = $1', [
    accountId,
  ]);
  return rows[0] ? (JSON.parse(box.open(rows[0].sealed)) as AccountSecrets) : {};
}

/** Puts `changes` over what is stored; undefined removes. The caller holds the account's row. */
export async function changeSecrets(
  tx: Queryable,
  box: SecretBox,
  accountId: string,
  changes: { readonly [name in keyof AccountSecrets]: AccountSecrets[name] | undefined },
): Promise<void> {
  const secrets = { ...(await readSecrets(tx, box, accountId)), ...changes };
  await tx.query(
    `insert into account_secrets (account_id, sealed, token_digest) values ($1, $2, $3)
     on conflict (account_id) do update set sealed = excluded.sealed, token_digest = excluded.token_digest`,
    [
      accountId,
      box.seal(JSON.stringify(secrets)),
      secrets.login_token === undefined ? null : box.digest(secrets.login_token),
    ],
  );
}
