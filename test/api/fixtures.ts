import { pino } from 'pino';
import { seedApiKey } from '../../src/app/api/auth/keys.ts';
import type { ApiDeps } from '../../src/app/api/context.ts';
import { createApi } from '../../src/app/api/create-api.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';
import { secretKey } from '../../src/shared/secrets/secret-key.ts';
import { type Bench, openBench } from '../enroll/fixtures.ts';
import { receiverOf } from '../events/fixtures.ts';
import { holdToContract } from '../support/hold-to-contract.ts';

export const ADMIN = 'ovk_admin_key_of_the_tests';
export const SECRET_KEY = Buffer.alloc(32, 9);

export interface ApiBench extends Bench {
  readonly app: ReturnType<typeof createApi>;
  readonly deps: ApiDeps;
  call(method: string, url: string, body?: unknown, options?: CallOptions): Promise<Answer>;
}

export interface CallOptions {
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any;
  readonly headers: Record<string, unknown>;
}

export async function openApi(more: Partial<ApiDeps> = {}): Promise<ApiBench> {
  const bench = await openBench();
  await seedApiKey(bench.db, ADMIN);
  const deps: ApiDeps = {
    db: bench.db,
    clock: bench.clock,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    keys: ringOf([secretKey(SECRET_KEY)]),
    receive: receiverOf(bench),
    refreshAccounts: async () => undefined,
    onOutbox: () => undefined,
    package_root: PACKAGE_ROOT,
    password_cost: { log2n: 4, r: 8, p: 1 },
    ...more,
  };
  const app = createApi(deps);
  const contract = holdToContract(app);
  await app.ready();
  return {
    ...bench,
    app,
    deps,
    async call(method, url, body, { key = ADMIN, headers = {} } = {}) {
      const yaml = typeof body === 'string';
      const answer = await app.inject({
        method: method as 'GET',
        url,
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': yaml ? 'text/yaml' : 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: yaml || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
      });
      contract.check();
      const json = String(answer.headers['content-type']).includes('json');
      return { status: answer.statusCode, body: json ? answer.json() : answer.body, headers: { ...answer.headers } };
    },
    async close() {
      await app.close();
      await bench.close();
      contract.check();
    },
  };
}
