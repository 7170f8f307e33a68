import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteFailure } from '../../src/runtime/store/webhooks/note-attempts.ts';
import { HOUR } from '../../src/shared/kit/duration.ts';
import { ADMIN } from '../api/fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { runInProcess } from '../support/overture-command.ts';
import { verified, webhookBench } from '../webhooks/bench.ts';

const bench = webhookBench();
beforeEach(async () => {
  vi.stubEnv('OVERTURE_PORT', new URL(await bench.api.app.listen({ port: 0, host: '127.0.0.1' })).port);
  vi.stubEnv('OVERTURE_API_KEY', ADMIN);
});
afterEach(() => vi.unstubAllEnvs());

const run = (...words: string[]) => runInProcess(tmpdir(), 'webhooks', ...words);
async function done(...words: string[]): Promise<string> {
  const { code, out, err } = await run(...words);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}
/** Adds a webhook, and gives its id and secret, as a person reads them. */
async function add(url: string, ...more: string[]) {
  const [, id = '', secret = ''] = /^(whk_\w+)\nsecret (whsec_\S+); /.exec(await done('add', url, ...more)) ?? [];
  return { id, secret };
}

describe('overture webhooks', () => {
  it('adds one with its secret, shows it, tests it, changes its secret, and removes it', async () => {
    expect(await done()).toBe('No webhooks. Add one with: overture webhooks add URL\n');
    const receiver = await bench.receive([200, 500, 200]);
    bench.work();
    const { id, secret } = await add(receiver.url, '--events', 'lead.*, reply.received', '--description', 'CRM');
    const list = await done('list');
    expect(list).toMatch(new RegExp(`${id} +active +lead\\.\\*, reply\\.received +${receiver.url} +CRM`));
    expect(list).not.toContain(secret);

    expect(await done('test', id, '--event', 'reply.received')).toMatch(/^evt_\w+: arrived, 200\n$/);
    const [first] = receiver.posts;
    if (first === undefined) throw new Error('nothing came');
    expect(verified({ secret }, first)).toMatchObject({ data: { example: { type: 'reply.received' } } });
    const failed = await run('test', id);
    expect(failed).toMatchObject({ code: 1, out: expect.stringMatching(/^evt_\w+: did not arrive, 500\n$/) });
    expect(failed.err).toContain(`See: overture webhooks deliveries ${id}`);

    const rotated = await done('rotate', id, '--keep', '2');
    expect(rotated).toMatch(/^secret whsec_\S+; it is not shown again\nFor 2 hours the former secret signs too\.\n$/);
    expect(await done('remove', id)).toContain('nothing more is sent to it');
    expect(await done('list')).toContain('No webhooks.');
    expect(await run('remove', id)).toMatchObject({ code: 1, err: expect.stringContaining('unknown_webhook') });
  });

  it('shows what was sent, sends it again under the same id, and sends nothing while it is paused', async () => {
    const receiver = await bench.receive();
    bench.work();
    const { id } = await add(receiver.url, '--events', 'lead.suppressed');
    await bench.api.call('POST', '/api/suppressions', { company: 'Acme' });
    await eventually(async () => expect(await done('deliveries', id, '--status', 'succeeded')).toContain(' 200'));
    const [delivery] = JSON.parse(await done('deliveries', id, '--json')).items;
    expect(await done('deliveries', id, '--event', 'lead.suppressed')).toMatch(
      new RegExp(`${delivery.id} .* lead\\.suppressed +${delivery.event_id} +succeeded +1 +200`),
    );
    expect(await done('deliveries', id, '--status', 'failed')).toBe('No deliveries.\n');
    expect(await done('replay', id, delivery.id)).toBe(`${delivery.event_id}: arrived, 200\n`);
    expect(receiver.posts.map(({ headers }) => headers['webhook-id'])).toEqual([delivery.event_id, delivery.event_id]);
    expect(await done('pause', id)).toBe(`${id} is paused.\n`);
    expect(await run('replay', id, delivery.id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('webhook_not_active'),
    });
    expect(await done('resume', id)).toBe(`${id} is active.\n`);
    expect(receiver.posts).toHaveLength(2);
  });

  it('says in the list since when one fails, and what waits for it', async () => {
    const receiver = await bench.receive();
    const { id } = await add(receiver.url, '--description', 'CRM');
    for (const company of ['a', 'b']) await bench.api.call('POST', '/api/suppressions', { company });
    const sending = bench.work({ allow_private: true, tuning: { poll_ms: 20 } });
    await bench.untilPosts(receiver, 2);
    await sending.stop();
    await bench.api.db.query(
      `update deliveries set state = 'pending', due_at = created_at where delivery_id in (select delivery_id from deliveries limit 1)`,
    );
    expect(await done('list')).toMatch(/ 1 waiting\n$/);
    await noteFailure(bench.api.db, id, new Date(bench.api.clock.now() - HOUR));
    expect(await done('list')).toMatch(/ failing since [-\d]{10} \d\d:\d\d, 1 waiting\n$/);
    const reason = 'its receiver answered 410: it is gone';
    const off = `update webhooks set status = 'switched_off', status_reason = $2 where id = $1`;
    await bench.api.db.query(off, [id, reason]);
    expect(await done('list')).toMatch(
      new RegExp(
        ` ${reason}, failing since [-\\d]{10} [\\d:]{5}, 1 waiting, to go on: overture webhooks resume ${id}\n$`,
      ),
    );
  });

  it('refuses events and schemes that there are not, and names what is wrong', async () => {
    const words = await run('add', 'https://crm.example/hook', '--events', 'reply.recieved');
    expect(words).toMatchObject({ code: 2, out: '', err: expect.stringContaining('events') });
    expect(await run('add', 'ftp://crm.example/')).toMatchObject({ code: 2, err: expect.stringContaining('url') });
    expect(await run('test', 'whk_nobody')).toMatchObject({ code: 1, err: expect.stringContaining('whk_nobody') });
    expect(await run('rotate', 'whk_nobody', '--keep', 'long')).toMatchObject({ code: 2 });
  });
});
