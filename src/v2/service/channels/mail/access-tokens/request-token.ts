import { z } from 'zod';
import { createHttpDialer } from '../../../../../shared/dial/create-http-dialer.ts';
import { foreign } from '../../../../../shared/dial/policies.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../../shared/kit/duration.ts';
import { retryAfter } from '../../../../../shared/kit/retry-after.ts';
import type { DialRules } from '../connections/dial.ts';
import { errorCode } from '../connections/error-fields.ts';
import type { RenewedSecret, TokenGrant } from '../connections/mailbox.ts';
import { TokenFailure } from './token-failure.ts';

/** Wall milliseconds of one request, and the bytes that its answer may bring. */
export const REQUEST_TIMEOUT = 10 * SECOND;
const CONNECT_TIMEOUT = 5 * SECOND;
const MAX_BYTES = 64 * 1024;
/** A token is renewed so long before its end; one that lives shortly, after half of its life. */
const RENEW_BEFORE_END = 5 * MINUTE;
const LONGEST_PAUSE = HOUR;
/** Whatever the endpoint says: by then it is renewed in any case. */
const LONGEST_LIFE = 90 * DAY;

/** RFC 6749, 5.1; what else an answer says is of no use here. */
const answer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().optional(),
  refresh_token: z.string().min(1).optional(),
  id_token: z.string().min(1).optional(),
});
const refusal = z.object({ error: z.string().min(1).max(100) });
/** Codes that say nothing of the grant (RFC 6749, 4.1.2.1; RFC 8628). */
const FOR_A_WHILE = ['temporarily_unavailable', 'server_error', 'slow_down'];

/**
 * A new access token for the grant (RFC 6749, section 6), with the refresh token that is good from now on. Only public addresses are
 * dialed where the rules want that; no redirect is followed. Throws `TokenFailure`.
 */
export async function requestToken(grant: TokenGrant, rules: DialRules): Promise<RenewedSecret> {
  const { refresh_token, ...client } = grant;
  const given = await ask(client, { grant_type: 'refresh_token', refresh_token }, rules);
  const lifetime = given.expires_in === undefined ? null : Math.min(LONGEST_LIFE, given.expires_in * SECOND);
  return {
    grant: { ...grant, refresh_token: given.refresh_token ?? grant.refresh_token },
    access_token: given.access_token,
    wall_renew_at: lifetime === null ? null : Date.now() + Math.max(lifetime - RENEW_BEFORE_END, lifetime / 2),
    wall_expires_at: lifetime === null ? null : Date.now() + lifetime,
  };
}

/**
 * Exchanges the code of a person's consent for tokens (RFC 6749, 4.1; RFC 7636). Each is null where the endpoint gave none.
 * Throws `TokenFailure`.
 */
export async function redeemCode(
  client: Client,
  consent: { readonly code: string; readonly verifier: string; readonly redirect_uri: string },
  rules: DialRules,
): Promise<{ readonly refresh_token: string | null; readonly id_token: string | null }> {
  const { code, verifier: code_verifier, redirect_uri } = consent;
  const given = await ask(client, { grant_type: 'authorization_code', code, code_verifier, redirect_uri }, rules);
  return { refresh_token: given.refresh_token ?? null, id_token: given.id_token ?? null };
}

type Client = Omit<TokenGrant, 'refresh_token'>;

async function ask(client: Client, form: Readonly<Record<string, string>>, rules: DialRules) {
  const { status, retry_after, body } = await post(client, form, rules);
  const given = answer.safeParse(body);
  if (status === 200 && given.success) return given.data;
  const refused = refusal.safeParse(body);
  if (status < 500 && status !== 429 && refused.success && !FOR_A_WHILE.includes(refused.data.error)) {
    throw new TokenFailure('refused', refused.data.error);
  }
  throw new TokenFailure('unavailable', refused.success ? refused.data.error : `HTTP ${status}`, retry_after);
}

async function post(client: Client, fields: Readonly<Record<string, string>>, rules: DialRules) {
  const http = createHttpDialer(foreign(rules), {
    connect_timeout: CONNECT_TIMEOUT,
    ...(rules.ca === undefined ? {} : { ca: rules.ca }),
    maxResponseSize: MAX_BYTES,
  });
  const form = new URLSearchParams({ ...fields, client_id: client.client_id });
  if (client.client_secret !== null) form.set('client_secret', client.client_secret);
  try {
    const { statusCode, headers, body } = await http.request(client.token_url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: form.toString(),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    });
    const text = await body.text();
    return { status: statusCode, retry_after: pauseAsked(headers['retry-after']), body: jsonOf(text) };
  } catch (error) {
    throw new TokenFailure('unavailable', errorCode(error) ?? (error instanceof Error ? error.name : 'no answer'));
  } finally {
    await http.destroy();
  }
}

function pauseAsked(header: string | string[] | undefined): number | null {
  const asked = retryAfter([header].flat()[0], Date.now());
  return asked === null ? null : Math.min(LONGEST_PAUSE, asked);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
