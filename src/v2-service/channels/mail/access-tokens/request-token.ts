import { Agent, request } from 'undici';
import { z } from 'zod';
import { guardedLookup } from '../../../../delivery/ssrf-guard.ts';
import { HOUR, MINUTE, SECOND } from '../../../../kit/duration.ts';
import type { DialRules } from '../connections/dial.ts';
import { errorCode } from '../connections/error-fields.ts';
import type { RenewedSecret, TokenGrant } from '../connections/mailbox.ts';
import { TokenFailure } from './token-failure.ts';

/** Wall milliseconds of one request, and the bytes that its answer may bring. */
export const REQUEST_TIMEOUT = 10 * SECOND;
const CONNECT_TIMEOUT = 5 * SECOND;
const MAX_BYTES = 64 * 1024;
/** A token is renewed so long before its end, or after half of its life. */
const EARLY = 5 * MINUTE;
const LONGEST_PAUSE = HOUR;

/** RFC 6749, 5.1; what else an answer says is of no use here. */
const answer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().optional(),
  refresh_token: z.string().min(1).optional(),
});
const refusal = z.object({ error: z.string().min(1).max(100) });
/** Codes that say nothing of the grant (RFC 6749, 4.1.2.1; RFC 8628). */
const FOR_A_WHILE = ['temporarily_unavailable', 'server_error', 'slow_down'];

/**
 * A new access token for the grant (RFC 6749, section 6), with the refresh token that is good from now on. Only public addresses are
 * dialed where the rules want that; no redirect is followed. Throws `TokenFailure`.
 */
export async function requestToken(grant: TokenGrant, rules: DialRules): Promise<RenewedSecret> {
  const { status, retry_after, body } = await post(grant, rules);
  const given = answer.safeParse(body);
  if (status === 200 && given.success) {
    const { access_token, expires_in, refresh_token } = given.data;
    const lifetime = expires_in === undefined ? null : expires_in * SECOND;
    return {
      grant: { ...grant, refresh_token: refresh_token ?? grant.refresh_token },
      access_token,
      wall_renew_at: lifetime === null ? null : Date.now() + Math.max(lifetime - EARLY, lifetime / 2),
      wall_expires_at: lifetime === null ? null : Date.now() + lifetime,
    };
  }
  const refused = refusal.safeParse(body);
  if (status < 500 && status !== 429 && refused.success && !FOR_A_WHILE.includes(refused.data.error)) {
    throw new TokenFailure('refused', refused.data.error);
  }
  throw new TokenFailure('unavailable', refused.success ? refused.data.error : `HTTP ${status}`, retry_after);
}

async function post({ token_url, client_id, client_secret, refresh_token }: TokenGrant, rules: DialRules) {
  const agent = new Agent({
    connect: {
      timeout: CONNECT_TIMEOUT,
      ...(rules.allow_private ? {} : { lookup: guardedLookup() }),
      ...(rules.ca === undefined ? {} : { ca: rules.ca }),
    },
    maxResponseSize: MAX_BYTES,
  });
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token, client_id });
  if (client_secret !== null) form.set('client_secret', client_secret);
  try {
    const { statusCode, headers, body } = await request(token_url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: form.toString(),
      dispatcher: agent,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    });
    const text = await body.text();
    return { status: statusCode, retry_after: secondsOf(headers['retry-after']), body: jsonOf(text) };
  } catch (error) {
    throw new TokenFailure('unavailable', errorCode(error) ?? (error instanceof Error ? error.name : 'no answer'));
  } finally {
    await agent.destroy();
  }
}

/** The other form of the header, a date, is as none. */
function secondsOf(header: string | string[] | undefined): number | null {
  const seconds = Number(header);
  return header !== undefined && seconds > 0 ? Math.min(LONGEST_PAUSE, seconds * SECOND) : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
