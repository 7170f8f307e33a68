import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MailUsers } from './mail-users.ts';

/** Starts the server that dovecot asks whose an access token is; an empty answer: nobody's. */
export async function startTokenInfo(users: MailUsers): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? '/', 'http://localhost').searchParams.get('access_token') ?? '';
    const email = users.ownerOf(token);
    response.writeHead(email === null ? 401 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(email === null ? { error: 'invalid_token' } : { email }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/?access_token=`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
