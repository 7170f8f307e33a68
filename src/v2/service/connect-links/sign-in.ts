import { randomBytes } from 'node:crypto';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import type { LoginBody } from '../../contract/endpoints/login-body.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Refusal } from '../channels/call.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { recordCall } from '../credits/record-call.ts';
import { beginSignIn, connectAccount } from '../endpoints/accounts/connect-account.ts';
import { submitCode } from '../endpoints/accounts/submit-code.ts';
import { insertLog } from '../logs/insert-log.ts';
import { awaitCode, finishLink } from './finish-link.ts';
import { findLink, isOpen, type LinkRow } from './link-row.ts';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'channels' | 'secrets' | 'settings'>;

/** The outcome of one step of a person's sign-in through a link. */
export type Step =
  | { readonly kind: 'connected' }
  /** A code was sent, or the phone has to be linked. */
  | { readonly kind: 'verify' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** Used or expired by now. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'too_many_attempts' };

interface Person {
  /** Digest of the cookie of the browser that signs in, so that it alone sees the confirmation; null for the sandbox's control. */
  readonly browser_digest: string | null;
  /** Chosen for paid products. */
  readonly contract: string | null;
}

const NOBODY: Person = { browser_digest: null, contract: null };

/** @unspecified sign-ins that one link allows: it is open to everyone who has its address. */
const MAX_SIGN_INS = 20;

/**
 * spec: Connection link, states. The same sign-in as `POST /v2/login`, in the name of the link's owner: charged and logged as
 * one, and free where it is refused. Throws INSUFFICIENT_CREDITS.
 */
export async function signInByLink(context: Context, link: LinkRow, body: LoginBody, person: Person): Promise<Step> {
  const { rowCount } = await context.db.query(
    'update connect_links set sign_ins = sign_ins + 1 where link_id = $1 and sign_ins < $2',
    [link.link_id, MAX_SIGN_INS],
  );
  if (rowCount === 0) return { kind: 'too_many_attempts' };
  const signIn = await beginSignIn(context, link.user_id, body);

  return inOpenLink(context, link.link_id, async (tx, locked, now) => {
    const { user_id } = locked;
    const connected = await connectAccount({ context, tx, user_id, now }, body, {
      sign_in: signIn,
      ...(locked.reconnect === null ? {} : { reconnect: locked.reconnect }),
      ...(locked.account_name === null ? {} : { display_name: locked.account_name }),
    });
    if (!connected.ok) {
      await insertLog(tx, { ...logged('login', locked, now), error: errorOf(connected.refusal) });
      return { kind: 'refused', refusal: connected.refusal };
    }
    const { account, credits, pairing_code, reservation } = connected.value;
    await recordCall(tx, { ...logged('login', locked, now), credits_consumed: credits }, reservation);
    if (person.contract !== null) {
      await tx.query('update connect_links set contract = $2 where link_id = $1', [locked.link_id, person.contract]);
    }
    if (account.status === 'connected') {
      await finishLink(tx, locked, account, { now, browser_digest: person.browser_digest });
      return { kind: 'connected' };
    }
    await awaitCode(tx, locked, {
      account,
      sealed_pairing_code: pairing_code === undefined ? null : context.secrets.seal(pairing_code),
      phone_token: pairing_code === undefined ? null : randomBytes(18).toString('base64url'),
      browser_digest: person.browser_digest,
    });
    return { kind: 'verify' };
  });
}

/** The code of the sign-in that waits on this link. Wrong ones are counted by the sign-in itself. */
export function verifyByLink(context: Context, link: LinkRow, code: string, person: Person): Promise<Step> {
  return verify(context, link, () => code, person);
}

/** The phone was linked by the QR code: it holds no code of its own, so the link's is taken. */
export function linkPhone(context: Context, link: LinkRow, phoneToken: string): Promise<Step> {
  const codeOf = (locked: LinkRow) =>
    locked.phone_token === phoneToken && locked.sealed_pairing_code !== null
      ? context.secrets.open(locked.sealed_pairing_code)
      : null;
  return verify(context, link, codeOf, NOBODY);
}

/** The sandbox's person, who has the phone at hand. */
export function linkWaitingPhone(context: Context, link: LinkRow): Promise<Step> {
  const codeOf = ({ sealed_pairing_code: sealed }: LinkRow) => (sealed === null ? null : context.secrets.open(sealed));
  return verify(context, link, codeOf, NOBODY);
}

function verify(
  context: Context,
  { link_id }: LinkRow,
  codeOf: (locked: LinkRow) => string | null,
  person: Person,
): Promise<Step> {
  return inOpenLink(context, link_id, async (tx, locked, now) => {
    const code = codeOf(locked);
    if (locked.waiting_account_id === null || code === null) return { kind: 'closed' };
    const account = { account_id: locked.waiting_account_id };
    const done = await submitCode({ context, tx, user_id: locked.user_id, now }, account.account_id, code);
    if (!done.ok) {
      await insertLog(tx, { ...logged('checkpoint', locked, now), error: errorOf(done.refusal) });
      return { kind: 'refused', refusal: done.refusal };
    }
    await insertLog(tx, logged('checkpoint', locked, now));
    await finishLink(tx, locked, done.value, { now, browser_digest: person.browser_digest });
    return { kind: 'connected' };
  });
}

/** Under the lock of the link's row: of two who finish it at once, the second finds it closed and changes nothing. */
function inOpenLink(
  { db, clock }: Context,
  linkId: string,
  work: (tx: Queryable, link: LinkRow, now: number) => Promise<Step>,
): Promise<Step> {
  return retryConflicts(() =>
    db.transaction(async (tx) => {
      const link = await findLink(tx, linkId, 'for update');
      const now = clock.now();
      return link && isOpen(link, now) ? work(tx, link, now) : { kind: 'closed' };
    }),
  );
}

/** Account management is logged as calls without an account. */
const logged = (action: string, link: LinkRow, at: number) => ({
  user_id: link.user_id,
  action,
  account_id: null,
  credits_consumed: 0,
  at,
});

const errorOf = ({ kind, message }: Refusal): { readonly code: ErrorCode; readonly message: string } => ({
  code: kind === 'refused' ? 'CHANNEL_ERROR' : 'INVALID_PARAMS',
  message,
});
