import { afterAll, beforeAll, expect, it } from 'vitest';
import { purgeNext } from '../../src/runtime/erasure/purge-next.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { happens, message } from '../events/fixtures.ts';

let api: ApiBench;
const ids: { old: string; running: string } = { old: '', running: '' };
const logs: Date[] = [];
const ANSWER = 'A word that is kept for a while';

beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  const enroll = async (lead: object): Promise<string> =>
    (await api.call('POST', '/api/enrollments', { sequence: 'hello', lead })).body.id;
  ids.old = await enroll(ada());
  ids.running = await enroll({ first_name: 'Ben', profile_url: 'https://professional.example/in/ben-b' });
  for (const id of [ids.old, ids.running]) {
    await addLine(api.db, {
      enrollment_id: id,
      at: new Date(),
      node: 'pick',
      type: 'branch',
      title: 'Takes arm short',
      detail: { arm: 'short', why: 'Ada' },
    });
    await api.db.query(
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, response, created_at, settled_at)
       values ($1 || '/mail/1', $1, 'mail', 1, 'acc_mail', 'messages', 'send', 'email', 'done', $2, '{"data": {"message_id": "<1@x>"}}', now(), now())`,
      [
        id,
        JSON.stringify({
          account_id: 'acc_mail',
          params: { to: 'ada@acme.example', subject: 'Hi', message_text: 'Hello Ada' },
        }),
      ],
    );
  }
  await happens(api, message('https://professional.example/in/ada-lovelace', { message_text: ANSWER }));
  await api.db.query(
    `update enrollments set status = 'finished', outcome = 'completed', finished_at = now() - interval '40 days' where id = $1`,
    [ids.old],
  );
  await api.db.query(`update events set received_at = now() - interval '40 days'`);
});
afterAll(() => api.close());

const purgeAll = async (): Promise<void> => {
  const purgeLogs = (before: Date): number => logs.push(before);
  while (await purgeNext({ db: api.db, clock: api.clock, purgeLogs }));
};
const set = (body: object) => api.call('PUT', '/api/settings/retention', body);
const requestOf = async (id: string): Promise<unknown> =>
  (await api.db.query('select request, response from intents where enrollment_id = $1', [id])).rows[0];

it('everything is kept for good unless somebody says how long', async () => {
  expect((await api.call('GET', '/api/settings/retention')).body).toEqual({
    messages: null,
    timelines: null,
    events: null,
    logs: null,
  });
  await purgeAll();
  expect(JSON.stringify(await requestOf(ids.old))).toContain('Hello Ada');
});

it('the words of messages go when the enrollment has ended that long ago, and whom a mail went to and its receipt stay', async () => {
  expect((await set({ messages: 30 })).body).toEqual({ messages: 30, timelines: null, events: null, logs: null });
  await purgeAll();
  expect(await requestOf(ids.old)).toEqual({
    request: { account_id: 'acc_mail', params: { to: 'ada@acme.example' } },
    response: { data: { message_id: '<1@x>' } },
  });
  expect(JSON.stringify(await requestOf(ids.running))).toContain('Hello Ada');
  const { rows } = await api.db.query('select event_id, payload from events');
  expect(JSON.stringify(rows)).not.toContain(ANSWER);
  expect(JSON.stringify(rows)).toContain('Ada Lovelace');
});

it('the lines of ended enrollments lose their words, and keep which arm was taken', async () => {
  await set({ timelines: 30 });
  await purgeAll();
  const titles = async (id: string) =>
    (await api.db.query(`select title, detail from timeline where enrollment_id = $1 and type = 'branch'`, [id])).rows;
  expect(await titles(ids.old)).toEqual([{ title: '(erased)', detail: { arm: 'short' } }]);
  expect(await titles(ids.running)).toEqual([{ title: 'Takes arm short', detail: { arm: 'short', why: 'Ada' } }]);
});

it('what events carry goes, and their ids keep repeats from being ingested', async () => {
  await set({ events: 30, logs: 10 });
  await purgeAll();
  const { rows } = await api.db.query<{ event_id: string; payload: object }>('select event_id, payload from events');
  expect(rows).toEqual([{ event_id: expect.any(String), payload: {} }]);
  expect(logs.length).toBe(1);
});

it.each([[{ messages: 0 }], [{ events: 1.5 }], [{ words: 3 }], [{ logs: 'long' }]])(
  '%j is refused, and the field is named',
  async (body) => {
    const { status, body: problem } = await set(body);
    expect([status, problem.code]).toEqual([422, 'invalid_body']);
    expect(problem.errors).toHaveLength(1);
  },
);
