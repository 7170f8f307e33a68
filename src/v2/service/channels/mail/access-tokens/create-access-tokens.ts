import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { backoff } from '../../../../../shared/kit/backoff.ts';
import { MINUTE, SECOND } from '../../../../../shared/kit/duration.ts';
import { newId } from '../../../../../shared/kit/ids.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { SecretBox } from '../../../../../shared/secrets/secret-box.ts';
import type { DialRules } from '../connections/dial.ts';
import type { Mailbox, RenewedSecret } from '../connections/mailbox.ts';
import { requestToken } from './request-token.ts';
import { TokenFailure } from './token-failure.ts';
import { createTokenStore, type StoredToken, type TokenStore } from './token-store.ts';

/** The access tokens of mailboxes that have a refresh token. */
export interface AccessTokens {
  /**
   * One that is good now, and is not `refused`: renewed where it has to be, by one process at a time for a mailbox. Throws
   * `TokenFailure`.
   */
  token(mailbox: Pick<Mailbox, 'account_id'>, refused?: string): Promise<string>;
}

interface Deps {
  readonly db: Queryable;
  readonly secrets: SecretBox;
  readonly rules: DialRules;
  readonly log: Logger;
}

/** Wall milliseconds. A caller waits so long for another process that renews the token, looking so often, */
const PATIENCE = 15 * SECOND;
const LOOK = 100;
/** and an endpoint that is away is left alone, first and at most. */
const PAUSE = [2 * SECOND, 5 * MINUTE] as const;
/** Attempts to store a renewed token: a refresh token that was rotated is in no other place. */
const WRITES = 5;

export function createAccessTokens(deps: Deps): AccessTokens {
  const store = createTokenStore(deps);
  /** Renewals that this process has under way: all callers of one mailbox wait for the same. */
  const renewing = new Map<string, Promise<void>>();

  return {
    async token({ account_id }, refused) {
      const { secret } = await store.read(account_id);
      if (isFresh(secret, refused)) return secret.access_token;
      try {
        await renewOnce(account_id, refused);
      } catch (error) {
        const away = error instanceof TokenFailure && error.kind === 'unavailable';
        // It was to be renewed early: it is good for some minutes yet.
        if (away && isGood(secret, refused)) return secret.access_token;
        throw error;
      }
      return (await store.read(account_id)).secret.access_token;
    },
  };

  function renewOnce(accountId: string, refused: string | undefined): Promise<void> {
    const known = renewing.get(accountId);
    if (known) return known;
    const work = renew(deps, store, accountId, refused).finally(() => renewing.delete(accountId));
    renewing.set(accountId, work);
    return work;
  }
}

/** Resolves when the stored token is another than the one that was not good. */
async function renew(deps: Deps, store: TokenStore, accountId: string, refused: string | undefined): Promise<void> {
  const id = newId('renew');
  for (const deadline = Date.now() + PATIENCE; ; await sleep(LOOK)) {
    const claimed = await store.claim(accountId, id);
    if (claimed) return use(deps, store, { claimed, account_id: accountId, id, refused });
    const kept = await store.read(accountId);
    if (isFresh(kept.secret, refused)) return;
    if (kept.paused) throw new TokenFailure('unavailable', 'the token endpoint will be asked again later');
    if (Date.now() > deadline) throw new TokenFailure('unavailable', 'another process renews the token');
  }
}

interface Claim {
  readonly claimed: StoredToken;
  readonly account_id: string;
  readonly id: string;
  readonly refused: string | undefined;
}

async function use(deps: Deps, store: TokenStore, { claimed, account_id, id, refused }: Claim): Promise<void> {
  // Another process had it renewed right before.
  if (isFresh(claimed.secret, refused)) return store.release(account_id, id);
  try {
    const given = await requestToken(claimed.secret.grant, deps.rules);
    await persistently(() => store.write(account_id, id, given));
  } catch (error) {
    if (!(error instanceof TokenFailure)) throw error;
    deps.log.warn({ account_id, kind: error.kind, reason: error.reason }, 'an access token could not be renewed');
    if (error.kind === 'refused') await store.release(account_id, id);
    else await store.putOff(account_id, id, pauseAfter(claimed.failures, error.retry_after));
    throw error;
  }
}

const pauseAfter = (failures: number, asked: number | null): number =>
  Math.max(asked ?? 0, backoff(failures + 1, ...PAUSE));

async function persistently(write: () => Promise<void>): Promise<void> {
  for (let left = WRITES; ; await sleep(SECOND)) {
    try {
      return await write();
    } catch (error) {
      left -= 1;
      if (left === 0) throw error;
    }
  }
}

const isGood = ({ access_token, wall_expires_at }: RenewedSecret, refused: string | undefined): boolean =>
  access_token !== refused && (wall_expires_at === null || wall_expires_at > Date.now());

const isFresh = (secret: RenewedSecret, refused: string | undefined): boolean =>
  isGood(secret, refused) && (secret.wall_renew_at === null || secret.wall_renew_at > Date.now());
