import { mailboxKey } from '../../../../shared/identity/mailbox-key.ts';
import type { Queryable } from '../../../../shared/postgres/database.ts';
import type { LoginBody } from '../../../contract/endpoints/login-body.ts';
import { DEFAULT_COUNTRY, DEFAULT_PRODUCTS } from '../../../contract/records/account.ts';
import type { AccountRow } from '../../accounts/account-row.ts';
import { changeSecrets, findByToken } from '../../accounts/account-secrets.ts';
import { createAccount, DEFAULT_DAILY_LIMIT } from '../../accounts/create-account.ts';
import { ACCOUNT_COLUMNS, findAccount } from '../../accounts/find-account.ts';
import { updateAccount } from '../../accounts/update-account.ts';
import type { Outcome } from '../../channels/call.ts';
import type { Credentials, GivenMailSecret, SignedIn } from '../../channels/sign-in.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { type Reservation, requireCredits, reserveCredits } from '../../credits/ledger.ts';
import { openCheckpoint } from './open-checkpoint.ts';

type SignInContext = Pick<ServiceContext, 'channels' | 'secrets'>;

export interface ConnectCall {
  readonly context: SignInContext;
  readonly tx: Queryable;
  readonly user_id: string;
  /** Virtual time, epoch ms. */
  readonly now: number;
}

export interface ConnectOptions {
  /** Connects this account again: it keeps its id, country and webhooks, and another identity is refused. */
  readonly reconnect?: string;
  /** The name where the body has none; a new account without either is called by its email or number. */
  readonly display_name?: string;
  /** The sign-in belongs to a call that has a charge of its own. */
  readonly free?: boolean;
  /** The answer of `beginSignIn`; without it the sign-in is made here, within the transaction. */
  readonly sign_in?: Outcome<SignedIn>;
}

export interface Connected {
  readonly account: AccountRow;
  /** Reserved, not yet charged: the charge refers to the call's log row. */
  readonly credits: number;
  /** For `chargeCredits`. */
  readonly reservation: Reservation;
  readonly pairing_code?: string;
}

/** The slow part of `connectAccount`, for before the transaction. Throws INSUFFICIENT_CREDITS. */
export async function beginSignIn(
  context: SignInContext & Pick<ServiceContext, 'db'>,
  userId: string,
  body: LoginBody,
): Promise<Outcome<SignedIn>> {
  await requireCredits(context.db, userId, await creditsOf({ context, tx: context.db, user_id: userId }, body));
  return signIn(context, body);
}

/**
 * Signs in and connects the account behind the credentials: the owner's account of that identity where there is one,
 * whatever its status, else a new one. A refusal is a value, and nothing was written by then.
 */
export async function connectAccount(
  call: ConnectCall,
  body: LoginBody,
  options: ConnectOptions = {},
): Promise<Outcome<Connected>> {
  const { context, tx, user_id } = call;
  // Two sign-ins of one owner at once must not make two accounts of one identity.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 4406))', [user_id]);
  const target = options.reconnect === undefined ? null : await findAccount(tx, user_id, options.reconnect);
  if (target && target.platform !== body.platform) {
    return otherIdentity(target, `it is a ${target.platform} account`);
  }
  const credits = options.free ? 0 : await creditsOf(call, body);
  const reservation = await reserveCredits(tx, user_id, credits);
  const signedIn = options.sign_in ?? (await signIn(context, body));
  if (!signedIn.ok) return signedIn;

  const known = await findByIdentity(call, body, signedIn.value);
  if (target && known?.account_id !== target.account_id && !isSame(target, signedIn.value)) {
    return otherIdentity(target, 'these are the credentials of another account');
  }
  const account = await writeAccount(call, body, signedIn.value, target ?? known, options);
  const { challenge, session } = signedIn.value;
  const secrets = session?.keeps_credentials ? { password: undefined } : secretsOf(body);
  await changeSecrets(tx, context.secrets, account.account_id, secrets);

  if (challenge) {
    await openCheckpoint(tx, context, account.account_id, challenge);
  } else {
    await tx.query('delete from account_checkpoints where account_id = $1', [account.account_id]);
    await session.begin(tx, account);
  }
  const pairingCode = challenge?.pairing_code ?? null;
  const shown = pairingCode === null ? {} : { pairing_code: pairingCode };
  return { ok: true, value: { account, credits, reservation, ...shown } };
}

/** spec: Limits / Credits per action; Account states. A professional sign-in costs 1, the same token again nothing. */
async function creditsOf(call: Pick<ConnectCall, 'tx' | 'user_id'> & { context: SignInContext }, body: LoginBody) {
  if (body.platform !== 'professional') return 0;
  if (body.login_token === undefined) return 1;
  return (await findByToken(call.tx, call.context.secrets, call.user_id, body.login_token)) === null ? 1 : 0;
}

function signIn({ channels }: SignInContext, body: LoginBody): Promise<Outcome<SignedIn>> {
  return channels.sign_in.begin(credentialsOf(body));
}

function credentialsOf(body: LoginBody): Credentials {
  switch (body.platform) {
    case 'professional': {
      const { platform, email, password, login_token } = body;
      if (login_token !== undefined) return { platform, email: email ?? null, login_token };
      if (email !== undefined && password !== undefined) return { platform, email, password };
      throw new Error('the schema of the login lets no body through that has neither password nor token');
    }
    case 'messenger':
      return { platform: body.platform, phone_number: body.phone_number };
    case 'email': {
      const { platform, email, login_name, imap, smtp } = body;
      const named = { login_name: login_name ?? null, imap: imap ?? null, smtp: smtp ?? null };
      return { platform, email, secret: mailSecret(body), ...named };
    }
  }
}

function mailSecret(body: Extract<LoginBody, { platform: 'email' }>): GivenMailSecret {
  const { password, access_token, refresh_token, client_id, client_secret, token_url } = body;
  if (refresh_token !== undefined && client_id !== undefined) {
    return { refresh_token, client_id, client_secret: client_secret ?? null, token_url: token_url ?? null };
  }
  if (access_token !== undefined) return { access_token };
  if (password !== undefined) return { pass: password };
  throw new Error('the schema of the login lets no mailbox through that has neither password nor token');
}

/** The token's account before the address's: a token says more. */
async function findByIdentity(call: ConnectCall, body: LoginBody, who: SignedIn): Promise<AccountRow | null> {
  const { context, tx, user_id } = call;
  if (body.platform === 'professional' && body.login_token !== undefined) {
    const accountId = await findByToken(tx, context.secrets, user_id, body.login_token);
    if (accountId !== null) return findAccount(tx, user_id, accountId);
  }
  const { rows } = await tx.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts
      where user_id = $1 and platform = $2 and (email_key = $3 or phone_number = $4)
      order by created_at, account_id limit 1`,
    [user_id, body.platform, who.email === null ? null : mailboxKey(who.email), who.phone_number],
  );
  return rows[0] ?? null;
}

function isSame(account: AccountRow, who: SignedIn): boolean {
  return who.email === null
    ? account.phone_number === who.phone_number
    : account.email !== null && mailboxKey(account.email) === mailboxKey(who.email);
}

function writeAccount(
  { tx, user_id, now }: ConnectCall,
  body: LoginBody,
  who: SignedIn,
  known: AccountRow | null,
  options: ConnectOptions,
): Promise<AccountRow> {
  const status = who.challenge ? 'checkpoint_required' : 'connected';
  const name = body.name ?? body.account_name ?? options.display_name;
  const country = body.platform === 'email' ? undefined : body.country;
  const products = body.platform === 'professional' ? body.products : undefined;
  const dailyLimit = body.platform === 'email' ? body.daily_limit : undefined;
  if (known) {
    const changes = {
      status,
      ...(name === undefined ? {} : { name }),
      ...(products === undefined ? {} : { products }),
      ...(dailyLimit === undefined ? {} : { daily_limit: dailyLimit }),
      // A custom proxy is where it is, and a reconnected account keeps its country.
      ...(country === undefined || known.proxy === 'custom' || options.reconnect !== undefined ? {} : { country }),
    } as const;
    return updateAccount(tx, known.account_id, changes, now);
  }
  const account = {
    user_id,
    platform: body.platform,
    status,
    name: name ?? who.email ?? who.phone_number ?? '',
    email: who.email,
    phone_number: who.phone_number,
    country: body.platform === 'email' ? null : (country ?? DEFAULT_COUNTRY),
    products: body.platform === 'professional' ? (products ?? DEFAULT_PRODUCTS) : [],
    daily_limit: body.platform === 'email' ? (dailyLimit ?? DEFAULT_DAILY_LIMIT) : null,
  } as const;
  return createAccount(tx, account, now);
}

function secretsOf(body: LoginBody) {
  switch (body.platform) {
    case 'professional':
      return body.login_token === undefined ? { password: body.password } : { login_token: body.login_token };
    case 'messenger':
      return {};
    case 'email':
      return { password: body.password };
  }
}

function otherIdentity(account: AccountRow, why: string): Outcome<never> {
  return {
    ok: false,
    refusal: { kind: 'invalid', message: `account ${account.account_id} cannot be reconnected with this: ${why}` },
  };
}
