import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGE_ID, openWithMail, threadWith } from './sent-mail.ts';

describe('the mails of a person and of a mailbox', () => {
  let world: Awaited<ReturnType<typeof openWithMail>>;
  beforeAll(async () => {
    world = await openWithMail(threadWith('<p>Hi <b>Ada</b></p>'));
  });
  afterAll(() => world.bench.close());

  const get = (path: string, options = {}) => world.bench.call('GET', path, undefined, options);

  it('are read in their thread, oldest first, without their HTML', async () => {
    const { status, body } = await get(`/api/enrollments/${world.enrollment_id}/mails`);
    expect(status).toBe(200);
    expect(body.items).toMatchObject([{ account_id: world.account_id, error: null }]);
    const { mails } = body.items[0];
    expect(mails.map(({ kind, is_ours }: { kind: string; is_ours: boolean }) => [kind, is_ours])).toEqual([
      ...[
        ['mail', true],
        ['automatic', false],
      ],
      ...[
        ['mail', false],
        ['bounce', false],
      ],
    ]);
    expect(mails[0]).toMatchObject({ has_html: true, subject: 'On-call load', at: '2026-03-02T09:00:00.000Z' });
    expect(mails[0]).not.toHaveProperty('html');
    expect(world.reads).toEqual([{ account_id: world.account_id, message_id: MESSAGE_ID }]);
  });

  it('hand out the HTML as a document that may do nothing, without reading the mailbox again', async () => {
    const path = `/api/enrollments/${world.enrollment_id}/mails/html?message_id=${encodeURIComponent(MESSAGE_ID)}`;
    const before = world.reads.length;
    const { status, body, headers } = await get(path);
    expect({ status, body }).toEqual({ status: 200, body: expect.stringContaining('<p>Hi <b>Ada</b></p>') });
    expect(String(headers['content-security-policy'])).toMatch(/^sandbox; default-src 'none';/);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(world.reads).toHaveLength(before);
    expect((await get(path.replace('first', 'other'))).status).toBe(404);
    expect((await get(path, { key: null })).status).toBe(401);
  });

  it('are listed for the mailbox that they went out from, newest first', async () => {
    const { body } = await get(`/api/accounts/${world.account_id}/mails`);
    expect(body).toMatchObject({
      items: [
        {
          enrollment_id: world.enrollment_id,
          name: 'Ada Byron',
          to: 'ada@analytical.example',
          subject: 'On-call load',
        },
      ],
      next_cursor: null,
    });
    expect((await get('/api/accounts/acc_nobody/mails')).status).toBe(404);
  });

  it('come thread by thread, the first one first, or the last', async () => {
    const { bench, enrollment_id, account_id } = world;
    const key = `${enrollment_id}/apart/1`;
    const at = new Date(bench.clock.now() + 1);
    await bench.db.query(
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at)
       values ($1, $2, 'apart', 1, $3, 'messages', 'send', 'email', 'done', $4, $5)`,
      [
        key,
        enrollment_id,
        account_id,
        JSON.stringify({ params: { to: 'ada@analytical.example', subject: 'Apart' } }),
        at,
      ],
    );
    const path = `/api/enrollments/${enrollment_id}/mails`;
    const first = async (query: string) =>
      (await get(path + query)).body.items.map(
        ({ mails }: { mails: { message_id: string }[] }) => mails[0]?.message_id,
      );
    expect(await first('')).toEqual([MESSAGE_ID, key]);
    expect(await first('?sort=at')).toEqual([MESSAGE_ID, key]);
    expect(await first('?sort=-at&fields=mails')).toEqual([key, MESSAGE_ID]);
    expect((await get(`${path}?sort=subject`)).body).toMatchObject({ errors: [{ field: 'sort' }] });
    await bench.db.query('delete from intents where key = $1', [key]);
  });

  it('are joined to the thread that they went on in, also where nothing but the ledger has them', async () => {
    const { bench, enrollment_id, account_id } = world;
    const params = { to: 'ada@analytical.example', subject: 'Re: On-call load', thread_ref: MESSAGE_ID };
    const key = `${enrollment_id}/second/1`;
    const at = new Date(bench.clock.now() + 1);
    await bench.db.query(
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at)
       values ($1, $2, 'second', 1, $3, 'messages', 'send', 'email', 'done', $4, $5)`,
      [key, enrollment_id, account_id, JSON.stringify({ params }), at],
    );
    const { items } = (await get(`/api/enrollments/${enrollment_id}/mails`)).body;
    expect(items).toHaveLength(1);
    const ids = items[0].mails.map(({ message_id, source }: Record<string, string>) => [message_id, source]);
    expect(ids).toHaveLength(5);
    expect(ids).toContainEqual([key, 'ledger']);
    const times = items[0].mails.map((mail: { at: string }) => mail.at);
    expect(times).toEqual(times.toSorted());
    await bench.db.query('delete from intents where key = $1', [key]);
  });

  it('are shown no more once the person was erased, not even what was read before', async () => {
    await world.bench.db.query('update enrollments set lead_id = null where id = $1', [world.enrollment_id]);
    const path = `/api/enrollments/${world.enrollment_id}/mails`;
    expect((await get(path)).body).toEqual({ items: [], next_cursor: null });
    expect((await get(`${path}/html?message_id=${encodeURIComponent(MESSAGE_ID)}`)).status).toBe(404);
    expect((await get(`/api/accounts/${world.account_id}/mails`)).body.items).toEqual([]);
  });
});
