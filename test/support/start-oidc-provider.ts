import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import type { OidcSettings } from '../../src/app/api/auth/oidc.ts';

export interface TestProvider {
  readonly settings: OidcSettings;
  /** Serves, and sends back to `redirect_uri`. */
  serve(redirect_uri: string): void;
  /** Adds an account: its address, and whether the provider vouches for it. */
  knows(account: string, claims: { readonly email: string; readonly email_verified: boolean }): void;
  close(): void;
}

/** A real provider of OpenID Connect with forms of its own, which takes any password. */
export async function startOidcProvider(host = '127.0.0.1'): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  // A server that listens has an address with a port.
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const client = { client_id: 'overture', client_secret: 'a secret of the client' };
  const accounts = new Map<string, object>();
  return {
    settings: { issuer, ...client, name: 'Acme login', only: true },
    serve(redirect_uri) {
      const provider = new Provider(issuer, {
        clients: [{ ...client, redirect_uris: [redirect_uri], token_endpoint_auth_method: 'client_secret_post' }],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...accounts.get(id) }) }),
        cookies: { keys: ['a key of the provider'] },
      });
      server.on('request', provider.callback());
    },
    knows(account, claims) {
      accounts.set(account, claims);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
