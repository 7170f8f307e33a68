// One of the two receivers, in a process of its own: `webhook-server.ts ours|bare <database url> <secret>`.
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { createApi } from '../../src/app/api/create-api.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { createReceiver } from '../../src/runtime/events/receive/receive.ts';
import { saveSubscription } from '../../src/runtime/store/events/subscription.ts';
import { migrate } from '../../src/runtime/store/migrate.ts';
import { createClock } from '../../src/shared/kit/clock.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';
import { secretKey } from '../../src/shared/secrets/secret-key.ts';

const [kind = 'bare', url = '', secret = ''] = process.argv.slice(2);
const CONNECTIONS = 20;

async function ours(): Promise<FastifyInstance> {
  await migrate(url, PACKAGE_ROOT);
  const db = openDatabase(url, { max: CONNECTIONS });
  const clock = createClock();
  const nothing = () => undefined;
  const secrets = { seal: (text: string) => text, open: (text: string) => text };
  await db.query(
    "insert into accounts (id, platform, name, status, updated_at) values ('acc_bench', 'professional', 'Benchmark', 'connected', now()) on conflict do nothing",
  );
  await saveSubscription(db, {
    id: 'sub_bench',
    account_id: 'acc_bench',
    webhook_id: 'wh_bench',
    secret,
    url: '',
    at: new Date(),
  });
  return createApi({
    db,
    clock,
    log: pino({ level: 'silent' }),
    keys: ringOf([secretKey(Buffer.alloc(32))]),
    receive: createReceiver({ db, clock, secrets, onReceived: nothing, onGap: nothing }),
    refreshAccounts: async () => undefined,
    onOutbox: nothing,
    package_root: PACKAGE_ROOT,
  });
}

async function bare(): Promise<FastifyInstance> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  await pool.query(
    'create table if not exists received (id bigint generated always as identity primary key, body jsonb)',
  );
  const app = Fastify();
  app.post('/hooks/v2/sub_bench', async (request) => {
    await pool.query('insert into received (body) values ($1)', [request.body]);
    return {};
  });
  return app;
}

const app = await (kind === 'ours' ? ours() : bare());
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.(`${origin}/hooks/v2/sub_bench`);
