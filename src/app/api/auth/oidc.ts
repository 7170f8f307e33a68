import * as client from 'openid-client';
import { createHttpDialer, type HttpDialer } from '../../../shared/dial/create-http-dialer.ts';
import { IDENTITY_PROVIDER } from '../../../shared/dial/policies.ts';
import { mailboxKey } from '../../../shared/identity/mailbox-key.ts';
import { SECOND } from '../../../shared/kit/duration.ts';

export interface OidcSettings {
  /** `https://login.acme.example` */
  readonly issuer: string;
  readonly client_id: string;
  /** Absent: a public client, which PKCE protects alone. */
  readonly client_secret?: string;
  /** As the page calls it. */
  readonly name: string;
  /** Only owners may sign in with a password. */
  readonly only: boolean;
}

/** The state that the browser keeps between leaving for the provider and coming back. */
export interface OidcState {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface OidcIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Null: the provider does not vouch for it. */
  readonly verified_email: string | null;
}

export interface OidcClient {
  readonly settings: OidcSettings;
  /** Gives the URL to which the browser goes. Throws what the provider or the network says. */
  begin(redirect_uri: string): Promise<OidcState & { readonly url: string }>;
  /** Finds out who came back, at `url`. Throws where the answer is not the one that was asked for. */
  finish(url: URL, state: OidcState): Promise<OidcIdentity>;
  close(): Promise<void>;
}

const LARGEST_ANSWER = 1024 * 1024;
const TIMEOUT = 15 * SECOND;

/** Signing in by a provider of OpenID Connect: authorization code with PKCE. Every connection goes through the dialer. */
export function createOidcClient(settings: OidcSettings): OidcClient {
  const http = createHttpDialer(IDENTITY_PROVIDER, { connect_timeout: TIMEOUT });
  let known: Promise<client.Configuration> | undefined;
  // What the provider says of itself is read when the first comes, and again where that failed.
  const configuration = (): Promise<client.Configuration> => {
    known ??= discover(settings, http).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };

  return {
    settings,
    async begin(redirect_uri) {
      const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
      const url = client.buildAuthorizationUrl(await configuration(), {
        ...{ redirect_uri, scope: 'openid email profile', state, nonce },
        ...{ code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      });
      return { url: url.href, state, nonce, verifier };
    },
    async finish(url, { state, nonce, verifier }) {
      const config = await configuration();
      const tokens = await client.authorizationCodeGrant(config, url, {
        ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the provider has sent no ID token');
      const { iss, sub } = claims;
      const said = claims.email === undefined ? await client.fetchUserInfo(config, tokens.access_token, sub) : claims;
      const isVerified = said.email_verified === true && typeof said.email === 'string';
      return { issuer: iss, subject: sub, verified_email: isVerified ? mailboxKey(String(said.email)) : null };
    },
    close: () => http.destroy(),
  };
}

function discover(settings: OidcSettings, http: HttpDialer): Promise<client.Configuration> {
  const { issuer, client_id, client_secret } = settings;
  const server = new URL(issuer);
  return client.discovery(server, client_id, client_secret, client_secret === undefined ? client.None() : undefined, {
    [client.customFetch]: (url, asked) => carry(http, url, asked),
    timeout: TIMEOUT / SECOND,
    // The settings take such an address on this machine alone.
    ...(server.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : {}),
  });
}

async function carry(http: HttpDialer, url: string, asked: client.CustomFetchOptions): Promise<Response> {
  const { method, headers, body, signal } = asked;
  const answer = await http.request(url, {
    ...{ method: method === 'POST' ? 'POST' : 'GET', headers },
    ...(body === undefined || body === null ? {} : { body: String(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer.body) {
    size += part.length;
    if (size > LARGEST_ANSWER) throw new Error(`${url} has answered with more than a megabyte`);
    parts.push(part);
  }
  const given = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const { statusCode: status } = answer;
  return new Response(status === 204 || status === 304 ? null : Buffer.concat(parts), { status, headers: given });
}
