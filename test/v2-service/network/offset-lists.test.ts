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
