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

  it('are shown no more once the person was erased, not even what was read before', async () => {
    await world.bench.db.query('update enrollments set lead_id = null where id = $1', [world.enrollment_id]);
    const path = `/api/enrollments/${world.enrollment_id}/mails`;
    expect((await get(path)).body).toEqual({ items: [] });
    expect((await get(`${path}/html?message_id=${encodeURIComponent(MESSAGE_ID)}`)).status).toBe(404);
    expect((await get(`/api/accounts/${world.account_id}/mails`)).body.items).toEqual([]);
  });
});
