import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referenceTime } from '../../support/reference-time.ts';
import { rounds } from '../../support/rounds.ts';
import { type Sandbox, startSandbox } from './sandbox-service.ts';

const PEOPLE = rounds(20_000);
const JOBS = 40;

let sandbox: Sandbox;
let account: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  expect(await sandbox.control('POST', '/reset', { seed: 3, people: PEOPLE, jobs: JOBS })).toMatchObject({
    seed: 3,
    people: PEOPLE,
    jobs: JOBS,
  });
  account = await sandbox.account();
});
afterAll(() => sandbox.close());

describe('a world of thousands of people [sandbox POST /sandbox/reset]', () => {
  const search = (params: object) => sandbox.act('profiles', account, 'search_people', params);

  it('has as many people and jobs as it was asked for', async () => {
    const everybody = await search({ network: ['F', 'S', 'O'], count: 1 });
    expect(everybody.total_available_results).toBe(PEOPLE);
    const jobs = await sandbox.act('recruiter', account, 'get_posts', { count: 1 });
    expect(jobs.total_available_results).toBe(JOBS);
    const wrong = [{ people: 100_001 }, { people: 10 }, { jobs: 0 }, { jobs: 1001 }, { people: 99.5 }];
    for (const body of wrong) expect((await sandbox.call('POST', '/sandbox/reset', body)).status).toBe(400);
  });

  it('has its posts as soon as somebody first looks for one', async () => {
    const look = async () => {
      const feed = await sandbox.act('content', account, 'get_feed', {});
      expect(feed.posts).toHaveLength(10);
    };
    expect(await referenceTime(look, { most: 2_000, tries: 1 })).toBeLessThan(2_000);
  });

  it('caps a count at 1000, and covers all of a long list once in pages of that size [profiles/search_people.count limits#1]', async () => {
    const seen: string[] = [];
    let offset: number | null = 0;
    while (offset !== null) {
      const page: { profiles: { profile_url: string }[]; pagination: { next_offset: number | null } } = await search({
        network: 'S',
        count: 4000,
        offset,
      });
      expect(page.profiles.length).toBeLessThanOrEqual(1000);
      seen.push(...page.profiles.map((each) => each.profile_url));
      offset = page.pagination.next_offset;
    }
    const { total_available_results: total } = await search({ network: 'S', count: 1 });
    expect(seen).toHaveLength(total);
    expect(new Set(seen).size).toBe(total);
    const { body } = await sandbox.call('POST', '/v2/profiles', {
      account_id: account,
      action: 'search_people',
      params: { network: 'S', count: 1001 },
    });
    expect(body.data.pagination).toMatchObject({ count: 1000, next_offset: 1000, pages_fetched: 100 });
    expect(body.metadata.credits_consumed).toBe(100);
  });

  it('is the same again from the same seed and size', async () => {
    const first = async () => (await search({ keyword: 'engineer', count: 50 })).profiles;
    const before = await first();
    await sandbox.control('POST', '/reset', { seed: 3, people: PEOPLE, jobs: JOBS });
    account = await sandbox.account();
    expect(await first()).toEqual(before);
    await sandbox.control('POST', '/reset', { seed: 4 });
    account = await sandbox.account();
    expect(await first()).not.toEqual(before);
    expect((await search({ network: ['F', 'S', 'O'], count: 1 })).total_available_results).toBe(1000);
  });
});
