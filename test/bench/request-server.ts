// One of the two services, in a process of its own: `request-server.ts ours|bare <database url> <key>`.
import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { newId } from '../../src/shared/kit/ids.ts';
import { createV2Service } from '../../src/v2/service/service.ts';
import { v2ServiceOptions } from '../support/v2-service-options.ts';

const [kind = 'bare', url = '', key = ''] = process.argv.slice(2);
const CONNECTIONS = 20;

async function ours(): Promise<string> {
  const service = await createV2Service(v2ServiceOptions({ database_url: url, bootstrap_key: key }));
  return service.listen(0);
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Handles a request with the least that a service of this kind needs: the owner of the key, one row of effect and one of log,
 * committed together.
 */
async function bare(): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  await pool.query(`create table if not exists api_keys (digest text primary key, user_id text not null);
    create table if not exists effects (id text primary key, user_id text not null, body jsonb, at timestamptz not null);
    create table if not exists logs (id text primary key, user_id text not null, action text, at timestamptz not null);
    create index if not exists logs_user on logs (user_id, at desc, id desc)`);
  await pool.query('insert into api_keys values ($1, $2) on conflict do nothing', [digestOf(key), 'user_1']);
  const app = Fastify();
  app.post('/v2/:category', async (request, reply) => {
    const { rows } = await pool.query('select user_id from api_keys where digest = $1', [
      digestOf(String(request.headers['x-api-key'])),
    ]);
    const user = rows[0]?.user_id;
    if (!user) return reply.code(403).send({ success: false });
    const body = request.body as { action: string };
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('insert into effects values ($1, $2, $3, now())', [newId('eff'), user, body]);
      await client.query('insert into logs values ($1, $2, $3, now())', [newId('log'), user, body.action]);
      await client.query('commit');
    } finally {
      client.release();
    }
    return { success: true, data: {}, metadata: { action: body.action } };
  });
  return app.listen({ port: 0, host: '127.0.0.1' });
}

process.send?.(await (kind === 'ours' ? ours() : bare()));
