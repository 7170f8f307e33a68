import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '../../src/app/api/create-api.ts';
import { createClock } from '../../src/shared/kit/clock.ts';
import { createApp } from '../../src/v2/service/server/create-app.ts';
import { ADMIN, type ApiBench, openApi } from './fixtures.ts';

const BOUNDS = { silent: 300, connections: 20 };
let api: ApiBench;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const engine = (): FastifyInstance => createApi({ ...api.deps, request_bounds: BOUNDS });
/** The bare app of the V2 service with one route, which reads a body. */
const service = (): FastifyInstance => {
  const { db, log } = api.deps;
  const app = createApp({ db, log, clock: createClock() }, BOUNDS);
  app.post('/v2/anything', async () => ({ ok: true }));
  return app;
};

describe.each([
  ['engine', engine, '/api/suppressions', /^HTTP\/1\.1 408 .*"code":"request_timeout"/s],
  ['V2 service', service, '/v2/anything', /^HTTP\/1\.1 400 .*did not come to its end in time/s],
] as const)('the server of the %s', (_name, create, path, answer) => {
  let app: FastifyInstance;
  let port: number;
  beforeAll(async () => {
    app = create();
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterAll(() => app.close());

  /** Collects what comes on a connection until it ends. */
  const ended = (socket: Socket): Promise<string> =>
    new Promise((resolve) => {
      let text = '';
      socket.on('data', (data) => {
        text += data;
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(text));
    });
  const half = `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ADMIN}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"half":`;

  it('ends a request whose body stops half-way', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(half);
    expect(await ended(socket)).toMatch(answer);
  });

  it('has no more than so many connections of one address', async () => {
    const sockets = Array.from({ length: BOUNDS.connections + 5 }, () => connect(port, '127.0.0.1'));
    let closed = 0;
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        closed += 1;
      });
    }
    await expect.poll(() => closed).toBe(5);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => closed).toBe(sockets.length);
    // Room again.
    expect((await fetch(`http://127.0.0.1:${port}/nowhere`)).status).toBe(404);
  });
});
