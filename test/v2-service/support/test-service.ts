import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { createClock } from '../../../src/shared/kit/clock.ts';
import { newId } from '../../../src/shared/kit/ids.ts';
import { openDatabase } from '../../../src/shared/postgres/open-database.ts';
import type { AccountRow } from '../../../src/v2/service/accounts/account-row.ts';
import type { ServiceContext, ServiceSettings } from '../../../src/v2/service/context/service-context.ts';
import { setCredits, setUnlimited } from '../../../src/v2/service/credits/ledger.ts';
import { createUser } from '../../../src/v2/service/keys/create-user.ts';
import { createKey } from '../../../src/v2/service/keys/keys.ts';
import { createApp } from '../../../src/v2/service/server/create-app.ts';
import { registerRoutes } from '../../../src/v2/service/server/register-routes.ts';
import { createTestDatabase } from '../../support/database.ts';
import { checkAnswer } from './check-answer.ts';
import { createTestContext } from './create-test-context.ts';
import { createStubChannels, type StubChannels } from './stub-channels.ts';

export interface TestOwner {
  readonly user_id: string;
  readonly key: string;
  /** One account of each channel. */
  readonly professional: string;
  readonly email: string;
  readonly messenger: string;
}

export interface TestService {
  readonly app: FastifyInstance;
  readonly context: ServiceContext;
  readonly channels: StubChannels;
  readonly database_url: string;
  owner(options?: { credits?: number; unlimited?: boolean }): Promise<TestOwner>;
  post(path: string, key: string | null, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, key: string | null): Promise<Answer>;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: LightMyRequestResponse['headers'];
  readonly body: {
    readonly success: boolean;
    readonly data: Record<string, unknown>;
    readonly error: { readonly code: string; readonly message: string; readonly sub_code?: string };
    readonly metadata: {
      readonly action: string | null;
      readonly account_id: string | null;
      readonly credits_consumed: number;
      readonly timestamp: string;
    };
  };
}

/** The service's core on a real database, with a stub in place of the channels. */
export async function startTestService(settings: Partial<ServiceSettings> = {}): Promise<TestService> {
  const database = await createTestDatabase('service');
  const db = openDatabase(database.url);
  const channels = createStubChannels();
  const context = createTestContext(
    { db, clock: createClock(), channels, events: { emit: async () => undefined, onStored: () => () => undefined } },
    settings,
  );
  const app = createApp(context);
  registerRoutes(app, context);
  await app.ready();

  const answerOf = (method: string, path: string, request: unknown, response: LightMyRequestResponse): Answer => {
    const { statusCode: status, headers } = response;
    const body: Answer['body'] = response.json();
    checkAnswer({ method, path, request, status, content_type: String(headers['content-type']), body });
    return { status, headers, body };
  };
  return {
    app,
    context,
    channels,
    database_url: database.url,
    owner: (options = {}) => createOwner(context, options),
    async post(path, key, body, headers = {}) {
      const response = await app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json', ...(key === null ? {} : { 'x-api-key': key }), ...headers },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return answerOf('POST', path, body, response);
    },
    async get(path, key) {
      const headers = key === null ? {} : { 'x-api-key': key };
      return answerOf('GET', path, undefined, await app.inject({ method: 'GET', url: path, headers }));
    },
    async close() {
      await app.close();
      await db.close();
      await database.drop();
    },
  };
}

async function createOwner(
  { db }: ServiceContext,
  options: { credits?: number; unlimited?: boolean },
): Promise<TestOwner> {
  const now = Date.now();
  return db.transaction(async (tx) => {
    const user_id = await createUser(tx, { now });
    if (options.credits !== undefined) await setCredits(tx, user_id, options.credits, now);
    if (options.unlimited) await setUnlimited(tx, user_id, true);
    const { key } = await createKey(tx, { user_id });
    const connect = async (platform: AccountRow['platform']) => {
      const accountId = newId('acc');
      await tx.query(
        `insert into accounts (account_id, user_id, platform, status, name, email, products, daily_limit, created_at, updated_at)
         values ($1, $2, $3, 'connected', 'Sam', 'sam@example.example', '{classic}', 2, now(), now())`,
        [accountId, user_id, platform],
      );
      return accountId;
    };
    return {
      user_id,
      key,
      professional: await connect('professional'),
      email: await connect('email'),
      messenger: await connect('messenger'),
    };
  });
}
