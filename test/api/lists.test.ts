import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type OperationName, operationNames, operationOf } from '../../src/app/api-contract/api-operations.ts';
import { itemOf } from '../../src/app/api-contract/list.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';
import { ROWS, type Rows } from './rows-of-lists.ts';

let api: ApiBench;
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  // Its lines never go; that the list is right when rows do is tested all the same.
  await api.db.query('alter table audit_log disable trigger all');
  await api.db.query(`insert into leads (id, created_at, updated_at) values ('led_of_all', now(), now())`);
  await api.db.query(
    `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at)
     values ('cmp_of_all', 'all', 'hello', 1, '{}', 'all', 'running', now())`,
  );
  await api.db.query(
    `insert into webhooks (id, url, events, sealed_secret, cursor, created_at)
     values ('whk_of_all', 'https://hooks.example', '{*}', '', 0, now())`,
  );
  await api.db.query(
    `insert into enrollments (id, sequence, version, digest, lead_id, senders, status, created_at)
     select 'enr_of_all', 'hello', 1, digest, 'led_of_all', '{}', 'active', now() from plans limit 1`,
  );
});
afterAll(() => api.close());

const lists = operationNames.filter((name) => itemOf(operationOf(name)) !== null);
const inPages = lists.filter((name) => 'cursor' in (operationOf(name).query?.shape ?? {}));
const sortsOf = (name: OperationName): string[] => {
  const sort = operationOf(name).query?.shape.sort;
  const named: unknown = sort instanceof z.ZodOptional ? sort.unwrap() : undefined;
  return named instanceof z.ZodEnum ? named.options.map(String) : [];
};
const rowsOf = (name: OperationName): Rows => {
  const rows = ROWS[name];
  if (rows === undefined) throw new Error(`${name} is a list: say how its rows come and go`);
  return rows;
};
const all = (from: number): number[] => Array.from({ length: 9 }, (_, index) => from + 2 * index);

async function add({ add: how }: Rows, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    const text = String(number).padStart(4, '0');
    const at = new Date(Date.UTC(2026, 0, 5) + number * 60_000);
    if (typeof how === 'string') await api.db.query(how, [text, at]);
    else await how(text, api.db);
  }
}

async function remove({ remove: how }: Rows, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) await api.db.query(how, [String(number).padStart(4, '0')]);
}

async function pageOf({ path, shown }: Rows, query: Record<string, string>) {
  const { status, body } = await api.call('GET', `${path}?${new URLSearchParams(query)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const items = body.items as Record<string, unknown>[];
  const numbers = items.flatMap((item) => /(?<!\d)\d{4}$/.exec(String(item[shown]))?.[0] ?? []).map(Number);
  return { numbers, next: body.next_cursor as string | null, body };
}

/** From a page on to the end. */
async function restOf(rows: Rows, query: Record<string, string>, from: string | null): Promise<number[]> {
  const numbers: number[] = [];
  for (let cursor = from; cursor !== null; ) {
    const page = await pageOf(rows, { ...query, cursor });
    numbers.push(...page.numbers);
    cursor = page.next;
  }
  return numbers;
}

describe.each(inPages.flatMap((name) => sortsOf(name).map((sort) => [name, sort] as const)))(
  '%s by %s',
  (name, sort) => {
    it('gives every row once and in order, while rows come and go, the last that it gave among them', async () => {
      const rows = rowsOf(name);
      await add(rows, all(1));
      let seen: number[] = [];
      let next: string | null = null;
      // Other rows may stand before them.
      while (seen.length < 3) {
        const page = await pageOf(rows, { sort, limit: '2', ...(next === null ? {} : { cursor: next }) });
        seen = [...seen, ...page.numbers];
        next = page.next;
        expect(next).not.toBeNull();
      }
      const left = all(1).filter((number) => !seen.includes(number));
      const gone = [Number(seen.at(-1)), Number(left[1])];
      await add(rows, all(0));
      await remove(rows, gone);
      const rest = await restOf(rows, { sort, limit: '2' }, next);
      await remove(rows, [...all(0), ...all(1)]);

      const given = [...seen, ...rest];
      expect(new Set(given).size).toBe(given.length);
      expect(left.filter((number) => number !== gone[1] && !given.includes(number))).toEqual([]);
      const inOrder = given.toSorted((one, other) => one - other);
      expect(given).toEqual(sort.startsWith('-') ? inOrder.toReversed() : inOrder);
    });
  },
);

it('reads who fits some words best page by page, too, while people come and go', async () => {
  const rows = { ...rowsOf('listLeads') };
  await add(rows, all(1));
  const first = await pageOf(rows, { q: 'lee', limit: '3' });
  expect(first.numbers).toEqual([17, 15, 13]);
  await add(rows, [18, 12]);
  await remove(rows, [13, 9]);
  expect(await restOf(rows, { q: 'lee', limit: '2' }, first.next)).toEqual([12, 11, 7, 5, 3, 1]);
  expect(await api.call('GET', '/api/leads?q=lee&sort=name')).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'sort' }] },
  });
  await remove(rows, [...all(0), ...all(1)]);
});

describe.each(inPages)('%s', (name) => {
  it('counts all of its rows', async () => {
    const rows = rowsOf(name);
    const before = (await pageOf(rows, { count: 'true', limit: '1' })).body.count.value;
    await add(rows, [1, 3, 5]);
    const { count } = (await pageOf(rows, { count: 'true', limit: '1' })).body;
    await remove(rows, [1, 3, 5]);
    expect(count).toEqual({ value: before + 3, exact: true });
    expect((await pageOf(rows, {})).body).not.toHaveProperty('count');
  });

  it('refuses an order that it has not, and a cursor of another one', async () => {
    const rows = rowsOf(name);
    const odd = await api.call('GET', `${rows.path}?sort=nonsense`);
    expect(odd).toMatchObject({ status: 400, body: { errors: [{ field: 'sort' }] } });
    await add(rows, [1, 3, 5]);
    const [one = '', other = ''] = sortsOf(name);
    const { next } = await pageOf(rows, { sort: one, limit: '1' });
    const answer = await api.call('GET', `${rows.path}?sort=${other}&cursor=${next}`);
    await remove(rows, [1, 3, 5]);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
  });

  it('refuses a cursor of any other list, whose order is named alike', async () => {
    const others = inPages.filter((other) => other !== name);
    const rows = rowsOf(name);
    await add(rows, [1, 3, 5]);
    for (const sort of sortsOf(name)) {
      const { next } = await pageOf(rows, { sort, limit: '1' });
      for (const other of others.filter((one) => sortsOf(one).includes(sort))) {
        const { path } = rowsOf(other);
        const answer = await api.call('GET', `${path}?sort=${sort}&cursor=${next}`);
        expect(answer, `${name} → ${other}`).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
      }
    }
    await remove(rows, [1, 3, 5]);
  });
});

it('refuses a cursor of the same list of something else', async () => {
  const rows = rowsOf('listCampaignRows');
  await add(rows, [1, 3, 5]);
  const { next } = await pageOf(rows, { limit: '1' });
  await remove(rows, [1, 3, 5]);
  await api.db.query(
    `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at)
     values ('cmp_other', 'other', 'hello', 1, '{}', 'other', 'running', now())`,
  );
  const answer = await api.call('GET', `/api/campaigns/cmp_other/rows?cursor=${next}`);
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
});

it('refuses a cursor of the same list with other filters, which would pass over rows in silence', async () => {
  const rows = rowsOf('listEnrollments');
  await add(rows, [1, 3, 5]);
  const { next } = await pageOf(rows, { status: 'active', limit: '1' });
  const goOn = (query: Record<string, string>) =>
    api.call('GET', `${rows.path}?${new URLSearchParams({ ...query, cursor: String(next) })}`);
  const others = await Promise.all([
    goOn({}),
    goOn({ status: 'paused' }),
    goOn({ status: 'active', outcome: 'replied' }),
  ]);
  const same = await goOn({ status: 'active', limit: '2', count: 'true', fields: 'id' });
  const [list, , place] = String(next).split('.');
  const older = await api.call('GET', `${rows.path}?status=active&cursor=${list}.${place}`);
  await remove(rows, [1, 3, 5]);
  for (const other of others)
    expect(other).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'cursor', message: expect.stringContaining('for other filters') }] },
    });
  expect([same.status, older.status]).toEqual([200, 200]);
});

it.each(lists)('%s answers with the fields that were asked for, and refuses others by their names', async (name) => {
  const fields = Object.keys(itemOf(operationOf(name))?.shape ?? {}).slice(0, 2);
  const { path, ...rows } = ROWS[name] ?? { path: '/api/enrollments/enr_of_all/mails', add: '', remove: '', shown: '' };
  if (ROWS[name] !== undefined) await add({ path, ...rows }, [1]);
  const { status, body } = await api.call('GET', `${path}?fields=${fields.join(',')}`);
  const odd = await api.call('GET', `${path}?fields=${fields[0]}&fields=nonsense`);
  if (ROWS[name] !== undefined) await remove({ path, ...rows }, [1]);
  // This bench shows no mails.
  if (name !== 'listEnrollmentMails') {
    expect(status).toBe(200);
    expect(body.items.length).toBeGreaterThan(0);
    for (const item of body.items)
      expect(Object.keys(item)).toEqual(Object.keys(item).filter((key) => fields.includes(key)));
    expect(Object.keys(body.items[0])).toContain(fields[0]);
  }
  expect(odd).toMatchObject({
    status: 400,
    body: { code: 'invalid_query', detail: expect.stringContaining('nonsense') },
  });
  expect(odd.body.errors[0].field).toMatch(/^fields/);
});

it('counts up to 10,000, and says that there are more', async () => {
  await api.db.query(
    `insert into timeline (enrollment_id, at, type, title) select 'enr_of_all', now(), 'test', '' from generate_series(1, 10001)`,
  );
  const { body } = await api.call('GET', '/api/timeline?count=1&limit=1&fields=id');
  expect(body.count).toEqual({ value: 10_000, exact: false });
  expect(Object.keys(body.items[0])).toEqual(['id']);
});
