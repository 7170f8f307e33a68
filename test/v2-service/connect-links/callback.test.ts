import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startCallbacks } from '../../../src/v2/service/connect-links/start-callbacks.ts';
import { type Receiver, startReceiver } from '../../delivery/receiver.ts';
import { eventually } from '../../support/eventually.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let sandbox: Sandbox;
let receiver: Receiver;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const create = async (body: object) =>
  (await sandbox.call('POST', '/v2/accounts/connect-link', { notify_url: receiver.url, ...body })).body.data;
const finish = async (linkId: string, platform: string) =>
  sandbox.control('POST', `/connect-links/${linkId}/complete`, { platform });
const read = async (linkId: string) => (await sandbox.call('GET', `/v2/accounts/connect-link/${linkId}`)).body.data;
const posts = (count: number) => eventually(() => expect(receiver.posts).toHaveLength(count));
const attempts = async (linkId: string) => {
  const { rows } = await sandbox.service.db.query<{ attempts: number; state: string }>(
    'select attempts, state from connect_link_callbacks where link_id = $1',
    [linkId],
  );
  return rows[0];
};
const attempted = (linkId: string, count: number) =>
  eventually(async () => expect((await attempts(linkId))?.attempts).toBe(count));

describe('the callback of a finished link [POST /v2/accounts/connect-link.notify_url] [state/link#2] [record/link_callback.*]', () => {
  it('says which account was connected, unsigned, and the link is notified', async () => {
    const { link_id } = await create({ name: 'user-42' });
    expect((await read(link_id)).notified).toBe(false);
    const { account_id } = await finish(link_id, 'email');
    await posts(1);
    const [post] = receiver.posts;
    expect(post?.headers).toMatchObject({ 'x-service-link-id': link_id, 'content-type': 'application/json' });
    expect(post?.headers).not.toHaveProperty('x-service-signature');
    expect(JSON.parse(post?.body ?? '')).toEqual({
      status: 'CREATION_SUCCESS',
      account_id,
      platform: 'email',
      name: 'user-42',
      link_id,
    });
    await eventually(async () => expect((await read(link_id)).notified).toBe(true));
  });

  it('says that an account was reconnected', async () => {
    const account_id = await sandbox.account({ email: 'ada@mail.example' });
    const { link_id } = await create({ account_id });
    await finish(link_id, 'professional');
    await posts(1);
    expect(JSON.parse(receiver.posts[0]?.body ?? '')).toEqual({
      status: 'RECONNECTED',
      account_id,
      platform: 'professional',
      name: null,
      link_id,
    });
  });

  it("is tried again after 5 and after 30 seconds of the service's clock, and then no more", async () => {
    receiver.answers = [500, 404, 302];
    const { link_id } = await create({});
    await finish(link_id, 'email');
    await attempted(link_id, 1);
    await sandbox.advance('PT4S');
    await sandbox.advance('PT2S');
    await attempted(link_id, 2);
    expect((await read(link_id)).notified).toBe(false);
    await sandbox.advance('PT31S');
    await attempted(link_id, 3);
    await sandbox.advance('PT2H');
    expect(await attempts(link_id)).toEqual({ attempts: 3, state: 'failed' });
    expect((await read(link_id)).notified).toBe(false);
    expect(receiver.posts).toHaveLength(3);
  });

  it('counts as notified when a later attempt is answered well', async () => {
    receiver.answers = [503, 204];
    const { link_id } = await create({});
    await finish(link_id, 'messenger');
    await attempted(link_id, 1);
    await sandbox.advance('PT5S');
    await posts(2);
    await eventually(async () => expect((await read(link_id)).notified).toBe(true));
  });

  it('is not lost with the process that owed it, and two processes send it once', async () => {
    receiver.answers = [500, 200];
    const { link_id } = await create({});
    await finish(link_id, 'email');
    await attempted(link_id, 1);
    const second = startCallbacks(sandbox.service.context);
    const third = startCallbacks(sandbox.service.context);
    await sandbox.advance('PT6S');
    await posts(2);
    await attempted(link_id, 2);
    await Promise.all([second.stop(), third.stop()]);
    expect(receiver.posts).toHaveLength(2);
  });

  it('waits for nobody who holds the line, and gives back what it was sending when it stops', async () => {
    receiver.answers = ['never'];
    const context = sandbox.service.context;
    const slow = await create({});
    await finish(slow.link_id, 'email');
    await posts(1);
    receiver.answers = [200];
    const { link_id } = await create({});
    await finish(link_id, 'email');
    await eventually(async () => expect((await read(link_id)).notified).toBe(true));
    expect((await attempts(slow.link_id))?.attempts).toBe(0);
    await context.db.query('delete from connect_link_callbacks where link_id = $1', [slow.link_id]);
  });
});

describe('a notify_url inside [POST /v2/accounts/connect-link.notify_url]', () => {
  let strict: TestService;
  beforeAll(async () => {
    strict = await startTestService({ allow_private_webhooks: false });
  });
  afterAll(() => strict.close());

  it.each([
    ['http://hooks.example/x', /https/],
    ['https://127.0.0.1/x', /publicly reachable/],
    ['https://[::1]/x', /publicly reachable/],
    ['https://localhost/x', /publicly reachable/],
    ['https://user:secret@hooks.example/x', /user name/],
  ])('is refused at creation: %s', async (notify_url, reason) => {
    const { key } = await strict.owner();
    const { status, body } = await strict.post('/v2/accounts/connect-link', key, { notify_url });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'INVALID_PARAMS', message: expect.stringMatching(reason) });
    expect(body.error.message).toMatch(/^body\.notify_url: /);
  });

  it('is refused at delivery too, for its name may lead elsewhere since', async () => {
    const { key } = await strict.owner();
    const { body } = await strict.post('/v2/accounts/connect-link', key, {});
    const { db } = strict.context;
    await db.query('update connect_links set notify_url = $2 where link_id = $1', [body.data.link_id, receiver.url]);
    await db.query(`insert into connect_link_callbacks (link_id, body, due_at) values ($1, '{}', 'epoch')`, [
      body.data.link_id,
    ]);
    const sender = startCallbacks(strict.context);
    await eventually(async () => {
      const { rows } = await db.query('select attempts, state from connect_link_callbacks');
      expect(rows).toEqual([{ attempts: 1, state: 'failed' }]);
    });
    await sender.stop();
    expect(receiver.posts).toHaveLength(0);
  });
});
