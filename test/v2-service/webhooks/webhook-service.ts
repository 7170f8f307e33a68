import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { advanced, createClock, type SettableClock, WALL_CLOCK } from '../../../src/shared/kit/clock.ts';
import { openDatabase } from '../../../src/shared/postgres/open-database.ts';
import type { ServiceContext } from '../../../src/v2/service/context/service-context.ts';
import type { ActivityEvent } from '../../../src/v2/service/events/event-sink.ts';
import { createApp } from '../../../src/v2/service/server/create-app.ts';
import {
  createEventSink,
  type RunningDeliveries,
  registerWebhookRoutes,
  startDeliveries,
} from '../../../src/v2/service/webhooks/register-webhooks.ts';
import { createTestDatabase } from '../../support/database.ts';
import { checkAnswer } from '../support/check-answer.ts';
import { createTestContext } from '../support/create-test-context.ts';
import { createStubChannels } from '../support/stub-channels.ts';

export interface WebhookService {
  readonly context: ServiceContext;
  readonly clock: SettableClock;
  readonly app: FastifyInstance;
  /** Virtual time goes on by so many seconds. */
  advance(seconds: number): void;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    key?: string,
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by the tests
  ): Promise<{ status: number; data: any; error: { code: string; message: string } | undefined; metadata: any }>;
  emit(event?: Partial<ActivityEvent>): Promise<void>;
  startDeliveries(tuning?: Parameters<typeof startDeliveries>[1]): RunningDeliveries;
  close(): Promise<void>;
}

export const ACCOUNT = 'acc_1';
const SENDER = { name: 'Lin', profile_url: 'https://network.example/in/ACo1' };
/** Fields of a professional message event beside its type and timestamp. */
export const MESSAGE = {
  inbox: 'classic',
  message_text: 'Grüße \u{1f44b}',
  sender: SENDER,
  conversation: { participants: [SENDER], is_group_chat: false, unread_count: 1 },
  metadata: { entity_urn: 'urn:1', conversation_urn: 'urn:2', delivered_at: 1, read_status: false },
  has_attachments: false,
  attachments: [],
  message_type: 'TEXT',
};
export const KEY = 'sk_owner';
export const OTHER_KEY = 'sk_other';

/** The webhook part of the service over a real database, with two owners and an account of the first. */
export async function startWebhookService(options: { allow_private_webhooks?: boolean } = {}): Promise<WebhookService> {
  const database = await createTestDatabase('service');
  const db = openDatabase(database.url);
  // Asks for the time anew each time, so that a test may hold the wall clock still.
  const clock = createClock(WALL_CLOCK, () => Date.now());
  const context = createTestContext(
    { db, clock, channels: createStubChannels(), events: createEventSink({ clock }) },
    options,
  );
  await db.query(`insert into users (user_id, created_at) values ('usr_1', now()), ('usr_2', now())`);
  for (const [user, key] of [
    ['usr_1', KEY],
    ['usr_2', OTHER_KEY],
  ] as const) {
    await db.query('insert into api_keys (key_id, user_id, digest, hint) values ($1, $2, $3, $4)', [
      `key_${user}`,
      user,
      createHash('sha256').update(key).digest('hex'),
      key,
    ]);
  }
  await db.query(
    `insert into accounts (account_id, user_id, platform, status, name, created_at, updated_at)
     values ($1, 'usr_1', 'professional', 'connected', 'Ada', now(), now()),
            ('acc_inactive', 'usr_1', 'professional', 'inactive', 'Old', now(), now())`,
    [ACCOUNT],
  );
  const app = createApp(context);
  registerWebhookRoutes(app, context);
  await app.ready();
  const running: RunningDeliveries[] = [];
  return {
    context,
    clock,
    app,
    advance: (seconds) => clock.set(advanced(clock.setting(), Date.now(), seconds * 1000)),
    async call(method, path, body, key = KEY) {
      const response = await app.inject({
        method,
        url: path,
        headers: { 'x-api-key': key },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const { statusCode: status } = response;
      const content_type = String(response.headers['content-type']);
      checkAnswer({ method, path, request: body, status, content_type, body: response.json() });
      const { data, error, metadata } = response.json();
      return { status, data, error, metadata };
    },
    emit: (event = {}) =>
      db.transaction((tx) =>
        context.events.emit(tx, {
          account_id: ACCOUNT,
          type: 'message',
          direction: 'incoming',
          at: clock.now(),
          ...event,
          fields: (event.type ?? 'message') === 'message' ? { ...MESSAGE, ...event.fields } : (event.fields ?? {}),
        }),
      ),
    startDeliveries(tuning = {}) {
      const deliveries = startDeliveries(context, { poll_ms: 20, grace_ms: 50, ...tuning });
      running.push(deliveries);
      return deliveries;
    },
    async close() {
      await Promise.all(running.map((deliveries) => deliveries.stop()));
      await app.close();
      await db.close();
      await database.drop();
    },
  };
}
