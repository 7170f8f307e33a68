import { createServer } from 'node:net';

/** `wanted` when it is free on 127.0.0.1, otherwise a free port chosen by the system. */
export async function freePort(wanted: number): Promise<number> {
  return (await listensOn(wanted)) ?? (await listensOn(0)) ?? 0;
}

export async function isFree(port: number): Promise<boolean> {
  return (await listensOn(port)) !== null;
}

function listensOn(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}
