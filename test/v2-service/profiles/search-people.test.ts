import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
let account: string;
let ada: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  account = await sandbox.account();
  const job = (company: string, date_range: string) => ({ title: 'Engineer', company, date_range });
  const { url } = await sandbox.person({
    first_name: 'Adelheid',
    last_name: 'Quillfeather',
    headline: 'Keeper of the great archive',
    summary: 'Reads 100% of what she keeps',
    job_title: 'Archivist in Chief',
    company: 'Quillworks',
    experiences: [job('Quillworks', '2020 - Present'), job('Inkwell & Co', '2015 - 2019')],
    location: 'Wonsgehaig, Germany',
    industry: 'Paleography',
    schools: ['University of Quills'],
    degree: 3,
  });
  ada = url;
});
afterAll(() => sandbox.close());

const search = (params: object) => sandbox.act('profiles', account, 'search_people', params);
const found = async (params: object): Promise<string[]> =>
  (await search({ count: 1000, ...params })).profiles.map((each: { profile_url: string }) => each.profile_url);
const raw = (params: object) =>
  sandbox.call('POST', '/v2/profiles', { account_id: account, action: 'search_people', params });

const COMPANY = 'https://professional.example/company';
/** Filter, a value that finds Adelheid, and one that finds nobody. */
const FILTERS: readonly [filter: string, hit: unknown, miss: unknown][] = [
  ['keyword', 'archive QUILLFEATHER 100%', 'Quillfeather zebra'],
  // Letters that a pattern of SQL reads as wildcards are letters.
  ['keyword', '100%', 'arch%ve'],
  ['first_name', 'adelheid', 'Zzyzx'],
  ['last_name', 'Quillf', 'Zzyzx'],
  ['title', 'archivist', 'Zzyzx'],
  ['company_name', 'quillworks', 'Zzyzx'],
  ['company_url', [`${COMPANY}/nothing-here`, `${COMPANY}/quillworks/`], `${COMPANY}/nothing-here`],
  ['company_url', 'quillworks', 'https://elsewhere.example/company/quillworks'],
  ['past_company', 'Inkwell', 'Quillworks'],
  ['past_company', [`${COMPANY}/inkwell-co`], [`${COMPANY}/quillworks`]],
  ['location', ['Nowhere', 'wonsgehaig'], ['Nowhere']],
  ['school_url', ['https://professional.example/school/university-of-quills'], ['university-of-pens']],
  ['industry', 'paleography', ['Nothing']],
];

describe('search_people by one filter [profiles/search_people profiles/search_people.keyword profiles/search_people.first_name profiles/search_people.last_name profiles/search_people.title profiles/search_people.company_name profiles/search_people.company_url profiles/search_people.past_company profiles/search_people.location profiles/search_people.school_url profiles/search_people.industry]', () => {
  it.each(FILTERS)('finds whom %s %j means, and nobody by %j', async (filter, hit, miss) => {
    expect(await found({ [filter]: hit })).toEqual([ada]);
    expect(await found({ [filter]: miss })).not.toContain(ada);
    expect(await found({ [filter]: hit, last_name: 'Zzyzx' })).toEqual([]);
  });
});

describe('search_people', () => {
  it('gives each result its six fields [record/profile_search.*]', async () => {
    const { profiles } = await search({ last_name: 'Quillfeather' });
    expect(profiles).toEqual([
      {
        name: 'Adelheid Quillfeather',
        job_title: 'Archivist in Chief',
        connection_level: '3rd',
        location: 'Wonsgehaig, Germany',
        profile_url: ada,
        profile_picture: expect.stringMatching(/^https:/),
      },
    ]);
  });

  it('finds by degree, which follows the connections of the account [profiles/search_people.network]', async () => {
    const levels = async (network: unknown) =>
      new Set(
        (await search({ network, count: 1000 })).profiles.map(
          (each: { connection_level: string }) => each.connection_level,
        ),
      );
    expect(await levels('F')).toEqual(new Set(['1st']));
    expect(await levels(['S'])).toEqual(new Set(['2nd']));
    expect(await levels(['F', 'O'])).toEqual(new Set(['1st', '3rd']));
    const person = await sandbox.person({ last_name: 'Nearer', degree: 2 });
    expect(await found({ last_name: 'Nearer', network: ['S'] })).toEqual([person.url]);
    await sandbox.act('network', account, 'invite', { profile_url: person.url });
    const accept = { account_id: account, do: 'accept_invitation' };
    await sandbox.control('POST', `/people/${person.slug}/act`, accept);
    expect(await found({ last_name: 'Nearer', network: ['S'] })).toEqual([]);
    expect(await found({ last_name: 'Nearer', network: ['F'] })).toEqual([person.url]);
    expect((await raw({ network: ['X'] })).body.error.code).toBe('INVALID_PARAMS');
  });

  it('finds the connections and the followers of somebody, always the same [profiles/search_people.connection_of profiles/search_people.follower_of]', async () => {
    for (const filter of ['connection_of', 'follower_of']) {
      const people = await found({ [filter]: ada });
      expect(people.length).toBeGreaterThan(10);
      expect(people.length).toBeLessThan(200);
      expect(people).not.toContain(filter === 'connection_of' ? ada : '');
      expect(await found({ [filter]: ada })).toEqual(people);
      expect((await raw({ [filter]: 'nobody-here' })).body.error).toEqual({
        code: 'INVALID_PARAMS',
        message: 'profile nobody-here not found',
      });
    }
    // Who is connected with her has her for a connection.
    const [friend = ''] = await found({ connection_of: ada });
    expect(await found({ connection_of: friend })).toContain(ada);
    const me = await sandbox.act('profiles', account, 'get_me');
    expect(await found({ connection_of: me.profile_url })).toEqual(await found({ network: 'F' }));
  });

  it("reads the filters out of the network's own search URL [profiles/search_people.search_url]", async () => {
    const url = (query: string) => `https://professional.example/search/results/people/?${query}&origin=FACETED_SEARCH`;
    const hits = [
      'keywords=great%20archive',
      'firstName=Adelheid&lastName=Quillfeather',
      'network=%5B%22O%22%5D&title=archivist%20in',
      'geoUrn=%5B%22Wonsgehaig%22%2C%22Oslo%22%5D',
      'currentCompany=%5B%22quillworks%22%5D&industry=paleography',
      'pastCompany=%5B%22inkwell-co%22%5D',
      'schoolFilter=%5B%22university-of-quills%22%5D&company=quill',
    ];
    for (const query of hits) expect(await found({ search_url: url(query) }), query).toEqual([ada]);
    expect(await found({ search_url: url('keywords=great%20archive&network=%5B%22F%22%5D') })).toEqual([]);
    expect(await found({ search_url: url('keywords=archive'), keyword: 'Quillfeather' })).toEqual([ada]);
    expect(await found({ search_url: url(`connectionOf=${encodeURIComponent(ada)}`) })).toEqual(
      await found({ connection_of: ada }),
    );
    for (const search_url of ['archive', 'ftp://professional.example/search/results/people/?keywords=x']) {
      expect((await raw({ search_url })).body.error).toMatchObject({ code: 'INVALID_PARAMS' });
    }
  });

  it('wants at least one search parameter', async () => {
    for (const params of [{}, { count: 5, offset: 0 }, { keyword: ' ' }, { location: [] }]) {
      expect((await raw(params)).body.error).toMatchObject({ code: 'INVALID_PARAMS' });
    }
  });

  it('pages, and costs 1 credit per 10 results, rounded up, nothing for none [profiles/search_people.count profiles/search_people.offset credits#2]', async () => {
    const costs = async (params: object) => (await raw({ network: 'S', ...params })).body.metadata.credits_consumed;
    expect(await costs({})).toBe(1);
    expect(await costs({ count: 25 })).toBe(3);
    expect(await costs({ keyword: 'Zzyzx' })).toBe(0);
    const { body } = await raw({ network: 'S', count: 25, offset: 30 });
    expect(body.data.pagination).toMatchObject({
      offset: 30,
      count: 25,
      next_offset: 55,
      has_more: true,
      results_per_page: 10,
      pages_fetched: 3,
    });
    expect(body.data.profiles).toHaveLength(25);
    expect(body.data.total_results).toBe(25);
    expect(body.data.total_available_results).toBeGreaterThan(300);
  });
});
