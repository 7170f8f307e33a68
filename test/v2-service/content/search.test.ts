import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../../src/shared/kit/duration.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
let account: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  account = await sandbox.account({ name: 'Anna Keller' });
});
afterAll(() => sandbox.close());

interface Post {
  readonly backend_urn: string;
  readonly shareUrl: string;
  readonly text: string;
  readonly numLikes: number;
  readonly numComments: number;
  readonly numShares: number;
  readonly actor_name: string;
  readonly actor_profile_url: string;
  readonly created_time: number;
  readonly post_images: readonly string[];
}
const search = (params: object) => sandbox.act('content', account, 'search', params);
const posts = async (params: object): Promise<Post[]> => (await search({ count: 1000, ...params })).posts;
const texts = async (params: object) => (await posts(params)).map(({ text }) => text);
const refusal = (params: object) => sandbox.refusal('content', account, 'search', params);
const post = (body: object) => sandbox.control('POST', '/posts', body);
const charge = async (params: object) => {
  const body = { account_id: account, action: 'search', params };
  return (await sandbox.call('POST', '/v2/content', body)).body.metadata.credits_consumed;
};
const seconds = () => sandbox.service.clock.now() / 1000;

describe('the posts of the world', () => {
  it('have every field, times in epoch seconds [content/search] [record/post.*]', async () => {
    const found = await posts({ posted_by: 'first,following' });
    expect(found.length).toBeGreaterThan(20);
    for (const each of found) {
      expect(each).toEqual({
        backend_urn: expect.stringMatching(/^urn:activity:\d+$/),
        shareUrl: expect.stringMatching(/^https:\/\/professional\.example\/feed\/update\/urn:share:\d+$/),
        text: expect.stringMatching(/\S/),
        numLikes: expect.any(Number),
        numComments: expect.any(Number),
        numShares: expect.any(Number),
        actor_name: expect.stringMatching(/\S/),
        actor_description: expect.stringMatching(/\S/),
        actor_image: expect.stringMatching(/^https:/),
        actor_profile_url: expect.stringMatching(/^https:\/\/professional\.example\/(in|company)\//),
        created_time: expect.any(Number),
        post_images: expect.any(Array),
        shareAudience: expect.stringMatching(/^(PUBLIC|CONNECTIONS)$/),
      });
      expect(seconds() - each.created_time).toBeGreaterThan(0);
      expect(seconds() - each.created_time).toBeLessThan(91 * 24 * 3600);
    }
    const some = (of: (each: Post) => number) => expect(found.some((each) => of(each) > 0)).toBe(true);
    for (const of of [
      (each: Post) => each.numLikes,
      (each: Post) => each.numComments,
      (each: Post) => each.numShares,
      (each: Post) => each.post_images.length,
    ])
      some(of);
  });

  it('are the same for two owners with the same seed, and others for another seed', async () => {
    const ofOwner = async (seed: number) => {
      const { api_key } = await sandbox.control('POST', '/users', { seed });
      const { account_id } = (await sandbox.call('POST', '/sandbox/accounts', {}, api_key)).body;
      const body = { account_id, action: 'search', params: { keyword: 'hiring', sort_by: 'relevance', count: 50 } };
      const { posts: found } = (await sandbox.call('POST', '/v2/content', body, api_key)).body.data;
      // Worlds are made at different moments, which the numbers and times of their posts follow.
      return found.map((each: Post) => `${each.actor_name}: ${each.text} ${each.numLikes}`).sort();
    };
    expect(await ofOwner(5)).toEqual(await ofOwner(5));
    expect(await ofOwner(5)).not.toEqual(await ofOwner(6));
  });

  it('are drawn once when many look at the same time', async () => {
    const { api_key } = await sandbox.control('POST', '/users', {});
    const { account_id } = (await sandbox.call('POST', '/sandbox/accounts', {}, api_key)).body;
    const body = { account_id, action: 'search', params: { keyword: 'e' } };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => sandbox.call('POST', '/v2/content', body, api_key)),
    );
    const totals = answers.map((each) => each.body.data.total_available_results);
    expect(new Set(totals).size).toBe(1);
    expect(totals[0]).toBeGreaterThan(200);
  });

  it('say truly how many react and comment', async () => {
    const [most] = await posts({ keyword: 'a', sort_by: 'relevance', count: 1 });
    const of = (action: string) => sandbox.act('content', account, action, { post_url: most?.shareUrl, count: 1000 });
    expect((await of('get_reactions')).total_available_results).toBe(most?.numLikes);
    expect((await of('get_comments')).total_available_results).toBe(most?.numComments);
  });

  it('do not include any by people made by hand, who never act alone', async () => {
    const { url } = await sandbox.person();
    expect(await posts({ profile_url: url })).toEqual([]);
  });
});

describe('a search for posts', () => {
  it('needs a filter', async () => {
    for (const params of [{}, { count: 5, sort_by: 'relevance' }, { keyword: [] }, { author_company: ' ' }]) {
      expect(await refusal(params)).toBe('INVALID_PARAMS');
    }
    const { body } = await sandbox.call('POST', '/v2/content', { account_id: account, action: 'search', params: {} });
    expect(body).toMatchObject({
      error: { message: expect.stringContaining('posted_by') },
      metadata: { credits_consumed: 0 },
    });
  });

  it('finds a phrase in the text, or one of several [content/search.keyword]', async () => {
    const { slug } = await sandbox.person();
    for (const text of ['Blue Pelican flies', 'red pelican sits', 'a 100% heron']) {
      await post({ public_identifier: slug, text });
    }
    expect(await texts({ keyword: 'blue pelican' })).toEqual(['Blue Pelican flies']);
    expect(await texts({ keyword: 'PELICAN' })).toEqual(['red pelican sits', 'Blue Pelican flies']);
    expect(await texts({ keyword: ['heron', 'blue pelican'] })).toEqual(['a 100% heron', 'Blue Pelican flies']);
    expect(await texts({ keyword: '0% h' })).toEqual(['a 100% heron']);
    expect(await texts({ keyword: 'p_lican' })).toEqual([]);
  });

  it('distinguishes posts by what they carry [content/search.post_type]', async () => {
    const { slug, url } = await sandbox.person();
    for (const [post_type, text] of [
      ['VIDEOS', 'film'],
      ['IMAGES', 'photo'],
      ['DOCUMENTS', 'paper'],
      [undefined, 'words'],
      [undefined, 'read https://news.example/1'],
    ]) {
      await post({ public_identifier: slug, post_type, text });
    }
    const of = (post_type: string) => texts({ profile_url: url, post_type });
    expect(await of('VIDEOS')).toEqual(['film']);
    expect(await of('IMAGES')).toEqual(['photo']);
    expect(await of('DOCUMENTS')).toEqual(['paper']);
    expect(await of('ARTICLES')).toEqual(['read https://news.example/1']);
    for (const post_type of ['VIDEOS', 'IMAGES', 'ARTICLES', 'DOCUMENTS']) {
      expect((await search({ post_type })).total_results).toBe(10);
    }
    expect(await of('POLLS')).toEqual([]);
    expect(await refusal({ post_type: 'SONGS' })).toBe('INVALID_PARAMS');
  });

  it('looks back a day, a week or a month of virtual time [content/search.post_date]', async () => {
    const { slug, url } = await sandbox.person();
    const ago = (days: number) => new Date(sandbox.service.clock.now() - days * DAY).toISOString();
    for (const days of [0.5, 2, 8, 31]) await post({ public_identifier: slug, text: `${days}`, created_at: ago(days) });
    expect(await texts({ profile_url: url, post_date: 'past-24h' })).toEqual(['0.5']);
    expect(await texts({ profile_url: url, post_date: 'past-week' })).toEqual(['0.5', '2']);
    expect(await texts({ profile_url: url, post_date: 'past-month' })).toEqual(['0.5', '2', '8']);
    for (const post_date of ['past-24h', 'past-week', 'past-month']) {
      expect((await search({ post_date })).total_available_results).toBeGreaterThan(20);
    }
    expect(await refusal({ post_date: 'past-year' })).toBe('INVALID_PARAMS');
  });

  it('finds what one member or one page published [content/search.profile_url] [content/search.company_url]', async () => {
    const person = await sandbox.person();
    await post({ public_identifier: person.slug, text: 'mine' });
    for (const profile_url of [person.url, person.id_url, person.slug, person.urn]) {
      expect(await texts({ profile_url })).toEqual(['mine']);
    }
    expect(await refusal({ profile_url: 'nobody-at-all' })).toBe('INVALID_PARAMS');
    const page = (await posts({ keyword: 'a' })).find((each) => each.actor_profile_url.includes('/company/'));
    const ofPage = await posts({ company_url: page?.actor_profile_url });
    expect(ofPage.length).toBeGreaterThan(1);
    expect(new Set(ofPage.map(({ actor_name }) => actor_name))).toEqual(new Set([page?.actor_name]));
    expect(await posts({ company_url: 'https://professional.example/company/not-there' })).toEqual([]);
    const me = await sandbox.act('profiles', account, 'get_me');
    await sandbox.act('content', account, 'create', { message_text: 'my own words' });
    const other = await sandbox.account();
    const found = await sandbox.act('content', other, 'search', { profile_url: me.profile_url });
    expect(found.posts).toMatchObject([{ text: 'my own words', actor_name: 'Anna Keller' }]);
  });

  it('finds authors by company, industry and title [content/search.author_company] [content/search.author_industry] [content/search.author_job_title]', async () => {
    const works = { company: 'Quillworks', industry: 'Stationery', job_title: 'Chief Nib Officer' };
    const { slug } = await sandbox.person(works);
    await post({ public_identifier: slug, text: 'ink' });
    for (const filter of [
      { author_company: 'quillworks' },
      { author_industry: 'Stationery' },
      { author_job_title: 'nib officer' },
      { author_company: 'Quill', author_industry: 'stationery', author_job_title: 'Chief', keyword: 'ink' },
    ]) {
      expect(await texts(filter)).toEqual(['ink']);
    }
    expect(await texts({ author_company: 'Quillworks', author_industry: 'Banking' })).toEqual([]);
    expect((await search({ author_industry: 'Banking' })).total_available_results).toBeGreaterThan(10);
    const page = (await posts({ keyword: 'a' })).find((each) => each.actor_profile_url.includes('/company/'));
    const byUrl = await posts({ author_company: page?.actor_profile_url });
    expect(byUrl.map(({ backend_urn }) => backend_urn)).toContain(page?.backend_urn);
  });

  it('finds whom and what a post mentions [content/search.mentions_member] [content/search.mentions_organization]', async () => {
    const ada = await sandbox.person({ full_name: 'Ada Marvelous' });
    const company = (await sandbox.act('profiles', account, 'search_companies', { count: 1 })).companies[0];
    const text = `Well done ${ada.url}, and ${company.company_url}!`;
    await sandbox.act('content', account, 'create', { message_text: text });
    for (const mentions_member of [ada.url, ada.slug, ada.urn, 'Ada Marvelous']) {
      expect(await texts({ mentions_member })).toEqual([text]);
    }
    for (const mentions_organization of [company.company_url, company.name]) {
      expect(await texts({ mentions_organization })).toContain(text);
    }
    expect(await texts({ mentions_member: 'Nobody Whatsoever' })).toEqual([]);
    expect((await texts({ keyword: 'Thanks to @' })).length).toBeGreaterThan(0);
  });

  it('distinguishes connections, and the pages of their companies, from strangers [content/search.posted_by]', async () => {
    const [friend, stranger] = [await sandbox.person({ degree: 1 }), await sandbox.person({ degree: 2 })];
    for (const { slug } of [friend, stranger]) await post({ public_identifier: slug, text: 'who follows whom' });
    const authors = async (posted_by?: string) => {
      const found = await posts({ keyword: 'who follows whom', ...(posted_by === undefined ? {} : { posted_by }) });
      return found.map(({ actor_profile_url }) => actor_profile_url).sort();
    };
    expect(await authors()).toEqual([friend.url, stranger.url].sort());
    for (const posted_by of ['first', 'following', 'first,following']) {
      expect(await authors(posted_by)).toEqual([friend.url]);
    }
    const pages = (found: Post[]) => found.filter((each) => each.actor_profile_url.includes('/company/')).length;
    expect(pages(await posts({ posted_by: 'first' }))).toBe(0);
    expect(pages(await posts({ posted_by: 'following' }))).toBeGreaterThan(0);
    // Who accepts is a connection like any other, and brings the page of their company.
    await sandbox.act('network', account, 'invite', { profile_url: stranger.url });
    const act = { account_id: account, do: 'accept_invitation' };
    await sandbox.control('POST', `/people/${stranger.slug}/act`, act);
    expect(await authors('first')).toEqual([friend.url, stranger.url].sort());
    expect(await refusal({ posted_by: 'everybody' })).toBe('INVALID_PARAMS');
  });

  it('is sorted by date, or by what moved people the most [content/search.sort_by]', async () => {
    const dates = (await posts({ keyword: 'hiring' })).map(({ created_time }) => created_time);
    expect(dates).toEqual([...dates].sort((a, b) => b - a));
    const byDate = await posts({ keyword: 'hiring', sort_by: 'date_posted' });
    const byRelevance = await posts({ keyword: 'hiring', sort_by: 'relevance' });
    const urns = (found: Post[]) => found.map(({ backend_urn }) => backend_urn);
    expect(urns(byRelevance)).not.toEqual(urns(byDate));
    expect(urns(byRelevance).sort()).toEqual(urns(byDate).sort());
    const moved = (await posts({ keyword: 'hiring', sort_by: 'relevance' })).map(
      (each) => each.numLikes + 2 * each.numComments + 3 * each.numShares,
    );
    expect(moved).toEqual([...moved].sort((a, b) => b - a));
    expect(await refusal({ keyword: 'a', sort_by: 'likes' })).toBe('INVALID_PARAMS');
  });

  it('pages by offset in upstream batches of fifty [content/search.count] [content/search.offset] [limits#2]', async () => {
    const first = await search({ keyword: 'a' });
    expect(first).toMatchObject({
      total_results: 10,
      pagination: { offset: 0, count: 10, next_offset: 10, has_more: true, results_per_page: 50, pages_fetched: 1 },
    });
    const total = first.total_available_results;
    expect((await search({ keyword: 'a', count: 101, offset: 10 })).pagination).toMatchObject({ pages_fetched: 3 });
    const last = await search({ keyword: 'a', count: 7000, offset: total - 3 });
    expect(last.pagination).toMatchObject({ count: 3, next_offset: null, has_more: false, pages_fetched: 1 });
    expect((await search({ keyword: 'a', offset: total + 5 })).posts).toEqual([]);
    for (const bad of [{ count: 0 }, { count: '5' }, { offset: -1 }]) {
      expect(await refusal({ keyword: 'a', ...bad })).toBe('INVALID_PARAMS');
    }
  });

  it('meets every post once, also when some are published or deleted between two pages', async () => {
    const { slug } = await sandbox.person();
    const made = [];
    for (let number = 0; number < 25; number++)
      made.push(await post({ public_identifier: slug, text: `zebra ${number}` }));
    const seen: string[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await search({ keyword: 'zebra', count: 10, offset });
      seen.push(...page.posts.map((each: Post) => each.text));
      offset = page.pagination.next_offset;
      await post({ public_identifier: slug, text: 'zebra, later' });
      if (seen.length === 10) await sandbox.control('DELETE', `/posts/${made[7].post_id}`);
    }
    const expected = Array.from({ length: 25 }, (_, number) => `zebra ${number}`).filter((text) => text !== 'zebra 7');
    expect([...seen].sort()).toEqual(expected.sort());
  });

  it('costs a credit for each ten posts, and nothing where there are none [credits#2]', async () => {
    expect(await charge({ keyword: 'a', count: 25 })).toBe(3);
    expect(await charge({ keyword: 'a' })).toBe(1);
    expect(await charge({ keyword: 'nobody ever wrote this' })).toBe(0);
  });
});

describe('the feed', () => {
  it('holds posts of connections, followed pages and the account, the newest first [content/get_feed] [content/get_feed.count] [content/get_feed.offset]', async () => {
    const reader = await sandbox.account({ name: 'Bo Reader' });
    const feed = (params: object = {}) => sandbox.act('content', reader, 'get_feed', params);
    const all = await feed({ count: 1000 });
    const times = all.posts.map((each: Post) => each.created_time);
    expect(times.length).toBeGreaterThan(20);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    const [friend, stranger] = [await sandbox.person({ degree: 1 }), await sandbox.person({ degree: 3 })];
    await post({ public_identifier: stranger.slug, text: 'from far away' });
    await post({ public_identifier: friend.slug, text: 'from a friend' });
    await sandbox.act('content', reader, 'create', { message_text: 'from me' });
    const page = await feed({ count: 3 });
    expect(page.posts.map((each: Post) => each.text)).toEqual(['from me', 'from a friend', all.posts[0].text]);
    expect(page).toMatchObject({
      total_results: 3,
      total_available_results: all.total_available_results + 2,
      pagination: { next_offset: 3, has_more: true, results_per_page: 10, pages_fetched: 1 },
    });
    expect((await feed({ count: 25, offset: 3 })).pagination).toMatchObject({ offset: 3, pages_fetched: 3 });
  });

  it('costs a credit for each ten posts', async () => {
    const call = { account_id: account, action: 'get_feed', params: { count: 15 } };
    expect((await sandbox.call('POST', '/v2/content', call)).body.metadata.credits_consumed).toBe(2);
  });
});

describe('posts for connections', () => {
  it('are seen by them and by their author, and are not there for others', async () => {
    const [friend, stranger] = [await sandbox.person({ degree: 1 }), await sandbox.person({ degree: 2 })];
    const hidden = { text: 'between us', visibility: 'CONNECTIONS' };
    const seen = await post({ public_identifier: friend.slug, ...hidden });
    const unseen = await post({ public_identifier: stranger.slug, ...hidden });
    expect(await posts({ keyword: 'between us' })).toMatchObject([
      { shareUrl: seen.post_url, shareAudience: 'CONNECTIONS' },
    ]);
    const like = (post_url: string) => sandbox.refusal('content', account, 'like', { post_url });
    expect(await like(unseen.post_url)).toBe('INVALID_PARAMS');
    const mine = { message_text: 'my connections only', visibility: 'CONNECTIONS' };
    await sandbox.act('content', account, 'create', mine);
    expect(await texts({ keyword: 'my connections only' })).toHaveLength(1);
    const other = await sandbox.account();
    const { posts: none } = await sandbox.act('content', other, 'search', { keyword: 'my connections only' });
    expect(none).toEqual([]);
  });
});
