import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { MailServer } from '../../../src/app/demo/mail-server/start-mail-server.ts';

export const CLIENT = { client_id: 'overture', client_secret: 'client-secret' } as const;

/** Answers instead of the endpoint; `silent`: nothing at all comes until it is closed. */
type TokenFault = { readonly status: number; readonly body?: object; readonly headers?: object } | 'silent';

/** `email`: whose refresh token it is, or was; null: nobody's. */
interface TokenRequest {
  readonly email: string | null;
  readonly form: URLSearchParams;
}

/**
 * The token endpoint of an authorization server (RFC 6749) whose access tokens a mail server takes. A refresh token is good for one
 * use; one that is used again ends all that came of its consent (RFC 9700, 4.14.2).
 */
export interface TokenEndpoint {
  readonly url: string;
  /** The page where a person is asked for consent, with their address and two buttons. */
  readonly authorize_url: string;
  /** The person gives consent: a first refresh token. */
  consent(email: string): string;
  /** The person takes it back. */
  withdraw(email: string): void;
  /** The mail server takes the access token of this mailbox no more; connections that are open stay so. */
  expire(email: string): Promise<void>;
  /** Requests so far, oldest first. */
  readonly requests: readonly TokenRequest[];
  /** The next answers about this mailbox: another one may ask at any time, when its watch signs in again. */
  answerNext(email: string, ...faults: TokenFault[]): void;
  /** As if none had been told. */
  clearNext(): void;
  /** The lifetime of the next access tokens, in seconds. */
  lifetime: number;
  /** Milliseconds before each answer. */
  delay: number;
  close(): Promise<void>;
}

export async function startTokenEndpoint(mail: MailServer): Promise<TokenEndpoint> {
  const good = new Map<string, string>();
  const spent = new Map<string, string>();
  const requests: TokenRequest[] = [];
  const next = new Map<string, TokenFault[]>();

  const codes = new Map<string, { email: string; challenge: string; redirect_uri: string }>();
  /** RFC 7636: who redeems a code has to know what its challenge was made of. */
  const redeem = (form: URLSearchParams): { status: number; body: object } => {
    const code = form.get('code') ?? '';
    const given = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (given?.challenge !== challenge || given.redirect_uri !== form.get('redirect_uri')) {
      return { status: 400, body: { error: 'invalid_grant' } };
    }
    const claims = Buffer.from(JSON.stringify({ email: given.email })).toString('base64url');
    const tokens = { refresh_token: endpoint.consent(given.email), id_token: `e30.${claims}.` };
    return { status: 200, body: { access_token: 'of-no-use', expires_in: 60, ...tokens } };
  };

  /** The page, and what its buttons lead to. */
  const authorize = (url: URL, response: ServerResponse): void => {
    const asked = url.searchParams;
    const email = asked.get('as');
    const back = new URL(asked.get('redirect_uri') ?? 'about:blank');
    back.searchParams.set('state', asked.get('state') ?? '');
    if (email === null) {
      const hidden = [...asked]
        .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
        .join('');
      const form = `<form>${hidden}<input name="as" value="${asked.get('login_hint') ?? ''}"><button>Allow</button></form>`;
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`${form}<a href="${back.href.replaceAll('&', '&amp;')}&amp;error=access_denied">Deny</a>`);
      return;
    }
    const code = randomUUID();
    const challenge = asked.get('code_challenge') ?? '';
    codes.set(code, { email, challenge, redirect_uri: asked.get('redirect_uri') ?? '' });
    back.searchParams.set('code', code);
    response.writeHead(302, { location: back.href }).end();
  };

  const judge = async (form: URLSearchParams): Promise<{ status: number; body: object }> => {
    const refresh = form.get('refresh_token') ?? '';
    if (form.get('client_id') !== CLIENT.client_id || form.get('client_secret') !== CLIENT.client_secret) {
      return { status: 401, body: { error: 'invalid_client' } };
    }
    const reused = spent.get(refresh);
    if (reused !== undefined) endpoint.withdraw(reused);
    const email = good.get(refresh);
    if (form.get('grant_type') === 'authorization_code') return redeem(form);
    if (form.get('grant_type') !== 'refresh_token' || email === undefined) {
      return { status: 400, body: { error: 'invalid_grant', error_description: 'expired or revoked' } };
    }
    good.delete(refresh);
    spent.set(refresh, email);
    const access_token = `access-${randomUUID()}`;
    await mail.setToken(email, access_token);
    const body = { access_token, token_type: 'Bearer', expires_in: endpoint.lifetime };
    return { status: 200, body: { ...body, refresh_token: endpoint.consent(email) } };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', endpoint.url);
    if (url.pathname === '/authorize') return authorize(url, response);
    if (url.pathname !== '/token') return void response.writeHead(404).end();
    const form = new URLSearchParams(await text(request));
    const refresh = form.get('refresh_token') ?? '';
    const email = good.get(refresh) ?? spent.get(refresh) ?? codes.get(form.get('code') ?? '')?.email ?? null;
    requests.push({ email, form });
    const fault = email === null ? undefined : next.get(email)?.shift();
    if (fault === 'silent') return;
    if (endpoint.delay > 0) await new Promise((resolve) => setTimeout(resolve, endpoint.delay));
    const { status, body = {}, headers = {} } = fault ?? { ...(await judge(form)), headers: {} };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint: TokenEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    authorize_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/authorize`,
    consent(email) {
      const token = `refresh-${randomUUID()}`;
      good.set(token, email);
      return token;
    },
    withdraw(email) {
      for (const [token, owner] of good) if (owner === email) good.delete(token);
    },
    expire: (email) => mail.setToken(email, `other-${randomUUID()}`),
    requests,
    answerNext: (email, ...faults) => void next.set(email, [...(next.get(email) ?? []), ...faults]),
    clearNext: () => next.clear(),
    lifetime: 3600,
    delay: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return endpoint;
}
