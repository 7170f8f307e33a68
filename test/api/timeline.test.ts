import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Node } from '../../src/language/plan/node.ts';
import { activityListing } from '../../src/runtime/store/enrollments/list-activity.ts';
import { pageQuery } from '../../src/runtime/store/listing.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { lineListing } from '../../src/runtime/store/timeline/list-lines.ts';
import { ada, addSequence, NODES } from '../enroll/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
let id: string;
beforeAll(async () => {
  api = await openApi();
  const schedule = { timezone: 'lead', fallback_timezone: 'Europe/Paris', hours: null, spacing: null } as const;
  await addSequence(api.db, 'hello', { schedule, nodes: twoMessages });
  id = (await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: ada() })).body.id;
  await api.db.query(`delete from timeline`);
});
afterAll(() => api.close());

const message = (name: string, next: string): Record<string, Node> => ({
  [name]: { kind: 'message', id: name, channel: 'professional', text: name, next, on_error: { do: 'stop' } },
});
const twoMessages = { ...NODES, visit: Object.values(message('visit', '4-wait/1-message'))[0] as Node };
Object.assign(twoMessages, message('4-wait/1-message', 'end'));

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute));
const line = (minute: number, title: string, node: string | null = null, detail = {}) =>
  addLine(api.db, { enrollment_id: id, at: at(minute), node, type: 'test', title, detail });
const titles = ({ body }: { body: { items: readonly { title: string }[] } }) => body.items.map(({ title }) => title);

it('shows what happened to everybody in the order in which it happened, in pages, whatever was written when', async () => {
  for (const [minute, title] of [
    [3, 'third'],
    [1, 'first'],
    [2, 'second'],
    [2, 'second, too'],
  ] as const)
    await line(minute, title);
  const order = ['first', 'second', 'second, too', 'third'];
  const newest: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await api.call('GET', `/api/timeline?limit=1${cursor}`);
    newest.push(...titles(page));
    if (page.body.next_cursor === null) break;
    cursor = `&cursor=${page.body.next_cursor}`;
  }
  expect(newest).toEqual(order.toReversed());
  expect(titles(await api.call('GET', '/api/timeline?sort=at'))).toEqual(order);
  expect(titles(await api.call('GET', `/api/enrollments/${id}/timeline`))).toEqual(order);
  const { happened } = (await api.call('GET', `/api/enrollments/${id}/explain`)).body;
  expect(happened.map(({ title }: { title: string }) => title)).toEqual(order);
});

it('quotes what a reply says, and names the step in words, in all three places', async () => {
  await api.db.query('delete from timeline');
  await line(1, 'Replied by message', '4-wait/1-message', { channel: 'message', text: 'Yes, tell me more.' });
  const reply = {
    ...{ at: at(1).toISOString(), node: '4-wait/1-message', step: 'Message (2 of 2)', title: 'Replied by message' },
    ...{ detail: { channel: 'message', text: 'Yes, tell me more.' }, timezone: 'Europe/Paris' },
  };
  expect((await api.call('GET', '/api/timeline')).body.items).toEqual([expect.objectContaining(reply)]);
  expect((await api.call('GET', `/api/enrollments/${id}/timeline`)).body.items).toEqual([
    expect.objectContaining(reply),
  ]);
  const { happened } = (await api.call('GET', `/api/enrollments/${id}/explain`)).body;
  expect(happened).toEqual([expect.objectContaining(reply)]);
});

it('names a step as it was in the version in which it stood, also of who has been moved since', async () => {
  await api.db.query('delete from timeline');
  await line(1, 'before', 'visit');
  const { rows } = await api.db.query<{ digest: string }>(
    `with plan as (insert into plans (digest, plan) select 'sha256:later', jsonb_set(plan, '{nodes}', $1) from plans limit 1 returning digest)
     insert into sequence_versions (sequence, version, digest, source, created_at) select 'hello', 2, digest, '', now() from plan returning digest`,
    [JSON.stringify(NODES)],
  );
  await api.db.query('update enrollments set version = 2, digest = $1', [rows[0]?.digest]);
  await addLine(api.db, {
    ...{ enrollment_id: id, at: at(2), node: 'visit', type: 'moved', title: 'moved' },
    detail: { from_version: 1, to_version: 2 },
  });
  await line(3, 'after', 'visit');
  await line(4, 'gone', '4-wait/1-message');
  const { items } = (await api.call('GET', `/api/enrollments/${id}/timeline`)).body;
  expect(items.map(({ title, step }: { title: string; step: string }) => [title, step])).toEqual([
    ['before', 'Message (1 of 2)'],
    ['moved', 'Visit'],
    ['after', 'Visit'],
    ['gone', null],
  ]);
});

it('reads the newest lines of everybody by their time, and those of one by whose they are, among many', async () => {
  await api.db.query(
    `insert into timeline (enrollment_id, at, type, title) select $1, now() + n * interval '1 minute', 'test', '' from generate_series(1, 20000) n`,
    [id],
  );
  await api.db.query('analyze timeline');
  const planOf = async (listing: Parameters<typeof pageQuery>[0]) => {
    const { text, values } = pageQuery(listing, { limit: 51 });
    const { rows } = await api.db.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  expect(await planOf(activityListing as never)).toContain('timeline_by_time');
  expect(await planOf(lineListing('enr_other') as never)).toMatch(/timeline_enrollment_id_id_idx/);
});
