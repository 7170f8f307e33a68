import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

interface Page {
  readonly items: string[];
  readonly total: number;
  readonly next: number | null;
}

async function page(account: string, params: object): Promise<Page> {
  const data = await sandbox.act('network', account, 'list_connections', params);
  return {
    items: data.connections.map((each: { profile_url: string }) => each.profile_url),
    total: data.total_available_results,
    next: data.pagination.next_offset,
  };
}

/** Follows `next_offset` to the end; `between` runs before each further page. */
async function chain(account: string, count: number, between: () => Promise<unknown> = async () => undefined) {
  const items: string[] = [];
  let read = await page(account, { count });
  const { total } = read;
  for (;;) {
    items.push(...read.items);
    if (read.next === null) return { items, total };
    await between();
    read = await page(account, { count, offset: read.next });
  }
}

describe('an offset list', () => {
  it('meets everything once along the chain, though new items arrive at its front between the pages', async () => {
    const account = await sandbox.account();
    const before = (await page(account, { count: 1000 })).items;
    expect(before.length).toBeGreaterThan(20);
    const arrived: string[] = [];
    const read = await chain(account, 7, async () => {
      arrived.push((await sandbox.person({ degree: 1 })).url);
    });
    expect(read.items).toEqual(before);
    expect(read.total).toBe(before.length);
    expect(arrived.length).toBeGreaterThan(2);
    const after = await page(account, { count: 1000 });
    expect(after.items).toEqual([...arrived.reverse(), ...before]);
  });

  it('keeps two chains apart that began before and after an arrival', async () => {
    const account = await sandbox.account();
    const all = (await page(account, { count: 1000 })).items;
    const first = await page(account, { count: 10 });
    const second = await page(account, { count: 10, offset: 10 });
    const newcomer = (await sandbox.person({ degree: 1 })).url;
    const other = await page(account, { count: 5 });
    expect(other.items).toEqual([newcomer, ...all.slice(0, 4)]);
    expect((await page(account, { count: 10, offset: 20 })).items).toEqual(all.slice(20, 30));
    expect((await page(account, { count: 5, offset: 5 })).items).toEqual(all.slice(4, 9));
    expect([...first.items, ...second.items]).toEqual(all.slice(0, 20));
  });

  it('is empty behind its end, however far that is', async () => {
    const account = await sandbox.account();
    for (const offset of [5000, Number.MAX_SAFE_INTEGER]) {
      const data = await sandbox.act('network', account, 'list_connections', { offset });
      expect(data).toMatchObject({
        connections: [],
        total_results: 0,
        pagination: { offset, count: 0, next_offset: null, has_more: false, pages_fetched: 1 },
      });
    }
  });
});

describe('every offset list of the network [network/list_connections.count network/list_connections.offset network/list_invitations.count network/list_invitations.offset network/list_sent.count network/list_sent.offset network/recommendations.count network/recommendations.offset record/pagination.* limits#1 limits#2]', () => {
  const PEOPLE = 130;
  let account: string;
  beforeAll(async () => {
    account = await sandbox.account();
    const { db, clock } = sandbox.service;
    // As many as the API would take hundreds of calls to make.
    await db.query(
      `insert into sandbox_invitations (account_id, person_id, direction, shared_secret, sent_at)
       select $1, person_id, case when row_number() over (order by person_id) <= $4 then 'sent' else 'received' end, 's', $2
         from sandbox_people where user_id = $3 and degree = 2 order by person_id limit 2 * $4`,
      [account, new Date(clock.now()), sandbox.user_id, PEOPLE],
    );
  });

  const LISTS = [
    ['list_sent', 'invitations', 100, 10],
    ['list_invitations', 'invitations', 100, 50],
    ['recommendations', 'recommendations', 10, 10],
    ['list_connections', 'connections', 100, 50],
  ] as const;
  const call = (action: string, params: object) =>
    sandbox.call('POST', '/v2/network', { account_id: account, action, params });

  it.each(LISTS)('%s gives ten by default, and says where it goes on', async (action, items, batch) => {
    const { body } = await call(action, {});
    const { total_results, total_available_results, pagination } = body.data;
    expect(body.data[items]).toHaveLength(10);
    expect(total_results).toBe(10);
    expect(total_available_results).toBeGreaterThan(10);
    expect(pagination).toEqual({
      offset: 0,
      count: 10,
      next_offset: 10,
      has_more: true,
      results_per_page: batch,
      pages_fetched: 1,
    });
  });

  it.each(LISTS)(
    '%s takes as many upstream requests as its batches ask for, %i of the list',
    async (action, items, batch) => {
      const { body } = await call(action, { count: 105, offset: 7 });
      const { pagination, total_available_results: total } = body.data;
      const count = Math.min(105, total - 7);
      expect(body.data[items]).toHaveLength(count);
      expect(pagination).toMatchObject({ offset: 7, count, pages_fetched: Math.ceil(count / batch) });
      expect(pagination.next_offset).toBe(7 + count < total ? 7 + count : null);
    },
  );

  it.each(LISTS)('%s caps a count above 1000, and refuses one below 1', async (action, items) => {
    const { body } = await call(action, { count: 5000 });
    expect(body.data[items]).toHaveLength(body.data.total_available_results);
    expect(body.data.pagination).toMatchObject({ next_offset: null, has_more: false });
    for (const params of [
      { count: 0 },
      { count: -1 },
      { count: 1.5 },
      { count: '5' },
      { offset: -1 },
      { offset: 0.5 },
    ]) {
      expect((await call(action, params)).body.error.code).toBe('INVALID_PARAMS');
    }
  });

  it.each(LISTS)(
    '%s (its %s) costs by the results in the answer [credits#2 credits#3]',
    async (action, _items, _batch, per) => {
      for (const count of [1, 10, 50, 51, 101]) {
        const { body } = await call(action, { count });
        expect(body.metadata.credits_consumed).toBe(Math.ceil(body.data.total_results / per));
      }
      expect((await call(action, { offset: 100_000 })).body.metadata.credits_consumed).toBe(0);
    },
  );

  it('loses nothing of list_sent though each page is withdrawn before the next is read', async () => {
    const all = (await call('list_sent', { count: 1000 })).body.data.invitations;
    interface Sent {
      readonly invitations: { readonly invitation_id: number }[];
      readonly total_available_results: number;
      readonly pagination: { readonly next_offset: number | null };
    }
    const ids = (page: Sent['invitations']) => page.map(({ invitation_id }) => invitation_id);
    expect(all).toHaveLength(PEOPLE);
    const seen: number[] = [];
    let offset: number | null = 0;
    while (offset !== null) {
      const { data }: { data: Sent } = (await call('list_sent', { count: 20, offset })).body;
      seen.push(...ids(data.invitations));
      expect(data.total_available_results).toBe(PEOPLE);
      offset = data.pagination.next_offset;
      for (const invitation_id of ids(data.invitations)) {
        expect((await call('withdraw', { invitation_id })).status).toBe(200);
      }
    }
    expect(seen).toEqual(ids(all));
    expect((await call('list_sent', {})).body.data).toMatchObject({ invitations: [], total_available_results: 0 });
  });

  it('leaves out of a later page what was answered meanwhile, and goes on with the next', async () => {
    const all = (await call('list_invitations', { count: 1000 })).body.data.invitations;
    const first = (await call('list_invitations', { count: 10 })).body.data;
    const answered = all.slice(12, 15);
    for (const { entity_urn, shared_secret } of answered) await call('accept', { entity_urn, shared_secret });
    const second = (await call('list_invitations', { count: 10, offset: first.pagination.next_offset })).body.data;
    expect(second.invitations).toEqual([...all.slice(10, 12), ...all.slice(15, 23)]);
    expect(second.pagination).toMatchObject({ count: 10, next_offset: 23 });
    const third = (await call('list_invitations', { count: 10, offset: 23 })).body.data;
    expect(third.invitations).toEqual(all.slice(23, 33));
  });
});
