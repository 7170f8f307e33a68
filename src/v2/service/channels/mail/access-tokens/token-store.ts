import { SECOND } from '../../../../../shared/kit/duration.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { SecretBox } from '../../../../../shared/secrets/secret-box.ts';
import type { MailboxSecret, RenewedSecret } from '../connections/mailbox.ts';
import { REQUEST_TIMEOUT } from './request-token.ts';
import { TokenFailure } from './token-failure.ts';

export interface StoredToken {
  readonly secret: RenewedSecret;
  /** How often in a row the endpoint could not be had. */
  readonly failures: number;
  /** Whether the endpoint is left alone just now, after failures. */
  readonly paused: boolean;
}

/** Stores the access tokens of mailboxes, sealed. `id` is that of one renewal. */
export interface TokenStore {
  read(accountId: string): Promise<StoredToken>;
  /** Null: another renews it, or the endpoint is not to be asked yet. */
  claim(accountId: string, id: string): Promise<StoredToken | null>;
  write(accountId: string, id: string, secret: RenewedSecret): Promise<void>;
  release(accountId: string, id: string): Promise<void>;
  /** For so many wall milliseconds. */
  putOff(accountId: string, id: string, pause: number): Promise<void>;
}

/** Far longer than a request takes; only who died in between, or stood still, is overtaken. */
const LEASE = REQUEST_TIMEOUT + 20 * SECOND;

interface Row extends Record<string, unknown> {
  readonly sealed_secret: string;
  readonly renew_failures: number;
  readonly paused: boolean;
}

const COLUMNS = `sealed_secret, renew_failures, coalesce(wall_renew_after > now(), false) as paused`;

export function createTokenStore({ db, secrets }: { readonly db: Queryable; readonly secrets: SecretBox }): TokenStore {
  const stored = ({ sealed_secret, renew_failures, paused }: Row): StoredToken => {
    const secret = JSON.parse(secrets.open(sealed_secret)) as MailboxSecret;
    if (!('grant' in secret)) throw signedInOtherwise();
    return { secret, failures: renew_failures, paused };
  };
  return {
    async read(accountId) {
      const { rows } = await db.query<Row>(`select ${COLUMNS} from mailboxes where account_id = $1`, [accountId]);
      if (!rows[0]) throw signedInOtherwise();
      return stored(rows[0]);
    },
    async claim(accountId, id) {
      const { rows } = await db.query<Row>(
        `update mailboxes set renewing_id = $2, wall_renewing_until = now() + $3 * interval '1 millisecond'
          where account_id = $1 and coalesce(wall_renewing_until, '-infinity') < now()
            and coalesce(wall_renew_after, '-infinity') <= now()
         returning ${COLUMNS}`,
        [accountId, id, LEASE],
      );
      return rows[0] ? stored(rows[0]) : null;
    },
    async write(accountId, id, secret) {
      await db.query(
        `update mailboxes set sealed_secret = $3, renewing_id = null, wall_renewing_until = null, renew_failures = 0,
            wall_renew_after = null
          where account_id = $1 and renewing_id = $2`,
        [accountId, id, secrets.seal(JSON.stringify(secret))],
      );
    },
    async release(accountId, id) {
      await db.query(
        'update mailboxes set renewing_id = null, wall_renewing_until = null where account_id = $1 and renewing_id = $2',
        [accountId, id],
      );
    },
    async putOff(accountId, id, pause) {
      await db.query(
        `update mailboxes set renewing_id = null, wall_renewing_until = null, renew_failures = renew_failures + 1,
            wall_renew_after = now() + $3 * interval '1 millisecond'
          where account_id = $1 and renewing_id = $2`,
        [accountId, id, pause],
      );
    },
  };
}

/** The mailbox was signed in to with a password meanwhile, or signed out: those who hold the older credentials start again. */
const signedInOtherwise = () =>
  new TokenFailure('unavailable', 'the mailbox has since been signed in to with other credentials');
