import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
let account: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  account = await sandbox.account({ name: 'Anna Keller' });
});
afterAll(() => sandbox.close());

const act = (action: string, params: object, as = account) => sandbox.act('content', as, action, params);
const refusal = (action: string, params: object) => sandbox.refusal('content', account, action, params);
const charge = async (action: string, params: object) => {
  const { body } = await sandbox.call('POST', '/v2/content', { account_id: account, action, params });
  return body.metadata.credits_consumed;
};

/** A person and a post of theirs. */
async function written() {
  const author = await sandbox.person({ full_name: 'Ada Author', headline: 'Writer of posts' });
  const post = await sandbox.control('POST', '/posts', { public_identifier: author.slug, text: 'Something new' });
  return {
    author,
    post_url: post.post_url as string,
    post_id: post.post_id as string,
    urn: post.backend_urn as string,
  };
}
const reached = async (slug: string) =>
  (await sandbox.received(slug)).map(({ kind, text, account_id }) => ({ kind, text, mine: account_id === account }));
const reactions = async (post_url: string) => (await act('get_reactions', { post_url, count: 100 })).reactions;
const comments = async (post_url: string) => (await act('get_comments', { post_url, count: 100 })).comments;

it.each(['a-b', '4294967296123', 'https://elsewhere.example/feed/update/urn:share:1'])(
  'a post that cannot be, as %s, is refused without the posts of the world, which the next call would draw anew',
  async (post_url) => {
    await sandbox.person({ full_name: 'Somebody' });
    expect(await refusal('like', { post_url })).toBe('INVALID_PARAMS');
    // What a refused call has written is taken back; the numbers that it took stay taken.
    const { rows } = await sandbox.service.db.query('select is_called from sandbox_posts_post_key_seq');
    expect(rows).toEqual([{ is_called: false }]);
  },
);

describe('reactions', () => {
  it('of six types reach the author and are listed with every field [content/react] [content/react.post_url] [content/react.reaction_type] [content/get_reactions] [content/get_reactions.post_url] [record/reaction.*]', async () => {
    const { author, post_url } = await written();
    const types = ['LIKE', 'PRAISE', 'EMPATHY', 'INTEREST', 'APPRECIATION', 'ENTERTAINMENT'];
    for (const reaction_type of types) {
      const other = await sandbox.account({ name: `Reader ${reaction_type}` });
      expect(await act('react', { post_url, reaction_type }, other)).toEqual({ post_url, reaction_type });
    }
    const listed = await reactions(post_url);
    expect(listed.map(({ type }: { type: string }) => type)).toEqual(types);
    expect(listed[1]).toEqual({
      type: 'PRAISE',
      name: 'Reader PRAISE',
      subtitle: expect.stringMatching(/\S/),
      profile_url: expect.stringMatching(/^https:\/\/professional\.example\/in\/reader-praise-/),
      actor_urn: expect.stringMatching(/^urn:member:/),
    });
    const kinds = (await sandbox.received(author.slug)).map(({ kind }) => kind);
    expect(kinds).toEqual(['like', 'reaction', 'reaction', 'reaction', 'reaction', 'reaction']);
    expect(await refusal('react', { post_url, reaction_type: 'HATE' })).toBe('INVALID_PARAMS');
    expect(await refusal('react', { post_url })).toBe('INVALID_PARAMS');
  });

  it('may be a like, which said again changes nothing [content/like] [content/like.post_url]', async () => {
    const { author, post_url } = await written();
    for (let time = 0; time < 3; time++) {
      expect(await act('like', { post_url })).toEqual({ post_url, reaction_type: 'LIKE' });
    }
    expect(await reactions(post_url)).toMatchObject([{ type: 'LIKE', name: 'Anna Keller' }]);
    expect(await reached(author.slug)).toEqual([{ kind: 'like', text: 'LIKE', mine: true }]);
  });

  it('of one account replace each other', async () => {
    const { author, post_url } = await written();
    await act('like', { post_url });
    await act('react', { post_url, reaction_type: 'EMPATHY' });
    expect(await reactions(post_url)).toMatchObject([{ type: 'EMPATHY' }]);
    await act('like', { post_url });
    expect(await reactions(post_url)).toMatchObject([{ type: 'LIKE' }]);
    expect((await reached(author.slug)).map(({ kind }) => kind)).toEqual(['like', 'reaction', 'like']);
  });

  it('are counted once when twenty calls like at the same time', async () => {
    const { author, post_url } = await written();
    const body = { account_id: account, action: 'like', params: { post_url } };
    const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.call('POST', '/v2/content', body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await reactions(post_url)).toHaveLength(1);
    expect(await reached(author.slug)).toHaveLength(1);
  });

  it('to a post of a page or of an account reach nobody of the world', async () => {
    const own = await act('create', { message_text: 'mine' });
    expect(await act('like', { post_url: own.post_url })).toMatchObject({ post_url: own.post_url });
    const [{ company_url }] = (await sandbox.act('profiles', account, 'search_companies', { count: 1 })).companies;
    const page = await act('create_company', { company_url, message_text: 'ours' });
    await act('like', { post_url: page.post_url });
    expect(await reactions(page.post_url)).toHaveLength(1);
  });

  it('page by offset in upstream batches of ten, also when others react meanwhile [content/get_reactions.count] [content/get_reactions.offset] [limits#2]', async () => {
    const { post_url, post_id } = await written();
    const react = async () => {
      const { slug } = await sandbox.person();
      await sandbox.control('POST', `/posts/${post_id}/reactions`, { public_identifier: slug });
      return slug;
    };
    for (let number = 0; number < 23; number++) await react();
    const seen: string[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await act('get_reactions', { post_url, count: 11, offset });
      if (offset === 0) {
        expect(page).toMatchObject({
          total_results: 11,
          total_available_results: 23,
          pagination: { offset: 0, count: 11, next_offset: 11, has_more: true, results_per_page: 10, pages_fetched: 2 },
        });
      }
      seen.push(...page.reactions.map((each: { actor_urn: string }) => each.actor_urn));
      offset = page.pagination.next_offset;
      await react();
    }
    expect(seen).toHaveLength(23);
    expect(new Set(seen).size).toBe(23);
  });
});

describe('comments', () => {
  it('reach the author and are listed with every field, times in epoch milliseconds [content/comment] [content/comment.post_url] [content/comment.message_text] [content/get_comments] [content/get_comments.post_url] [record/comment.*]', async () => {
    const { author, post_url } = await written();
    const { comment_urn } = await act('comment', { post_url, message_text: 'Well done 👏' });
    const me = await sandbox.act('profiles', account, 'get_me');
    const listed = await comments(post_url);
    expect(listed).toEqual([
      {
        comment_urn,
        tracking_id: expect.stringMatching(/\S/),
        comment_text: 'Well done 👏',
        created_time: expect.any(Number),
        commenter: {
          name: 'Anna Keller',
          profile_urn: me.member_urn,
          linkedin_url: me.profile_url,
          occupation: me.headline,
        },
      },
    ]);
    expect(Math.abs(sandbox.service.clock.now() - listed[0].created_time)).toBeLessThan(60_000);
    expect(await reached(author.slug)).toEqual([{ kind: 'comment', text: 'Well done 👏', mine: true }]);
    expect(await refusal('comment', { post_url, message_text: '  ' })).toBe('INVALID_PARAMS');
    expect(await refusal('comment', { post_url })).toBe('INVALID_PARAMS');
  });

  it('may be answered, which reaches the commenter and the author [content/answer_comment] [content/answer_comment.post_url] [content/answer_comment.comment_urn] [content/answer_comment.tracking_id] [content/answer_comment.message_text]', async () => {
    const { author, post_url, post_id } = await written();
    const reader = await sandbox.person();
    await sandbox.control('POST', `/posts/${post_id}/comments`, { public_identifier: reader.slug, text: 'Why?' });
    const [{ comment_urn, tracking_id }] = await comments(post_url);
    const answer = { post_url, comment_urn, tracking_id, message_text: 'Because.' };
    const made = await act('answer_comment', answer);
    expect(made).toEqual({ comment_urn: expect.stringMatching(/^urn:comment:/) });
    expect(await comments(post_url)).toMatchObject([
      { comment_urn, comment_text: 'Why?' },
      { comment_urn: made.comment_urn, comment_text: 'Because.', commenter: { name: 'Anna Keller' } },
    ]);
    expect(await reached(reader.slug)).toEqual([{ kind: 'comment', text: 'Because.', mine: true }]);
    expect(await reached(author.slug)).toEqual([{ kind: 'comment', text: 'Because.', mine: true }]);

    const other = await written();
    for (const wrong of [
      { tracking_id: 'made-up' },
      { comment_urn: comment_urn.replace(/\d+\)$/, '1)') },
      { comment_urn: 'not an urn' },
      { post_url: other.post_url },
      { message_text: '' },
      { tracking_id: undefined },
      { comment_urn: undefined },
    ]) {
      expect(await refusal('answer_comment', { ...answer, ...wrong })).toBe('INVALID_PARAMS');
    }
    expect(await comments(post_url)).toHaveLength(2);
  });

  it('page by offset in upstream batches of ten, also when others comment meanwhile [content/get_comments.count] [content/get_comments.offset] [limits#2]', async () => {
    const { post_url, post_id } = await written();
    const reader = await sandbox.person();
    const say = (text: string) =>
      sandbox.control('POST', `/posts/${post_id}/comments`, { public_identifier: reader.slug, text });
    const texts = Array.from({ length: 23 }, (_, number) => `comment ${number}`);
    for (const text of texts) await say(text);
    const seen: string[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await act('get_comments', { post_url, count: 11, offset });
      if (offset === 0) {
        expect(page).toMatchObject({
          total_results: 11,
          total_available_results: 23,
          pagination: { offset: 0, count: 11, next_offset: 11, has_more: true, results_per_page: 10, pages_fetched: 2 },
        });
      }
      seen.push(...page.comments.map((each: { comment_text: string }) => each.comment_text));
      offset = page.pagination.next_offset;
      await act('comment', { post_url, message_text: 'in between' });
    }
    expect(seen).toEqual(texts);
    expect(await refusal('get_comments', { post_url, count: 0 })).toBe('INVALID_PARAMS');
  });
});

describe('the time spent on a post', () => {
  it('is added up [content/time_spent] [content/time_spent.post_url] [content/time_spent.duration_ms]', async () => {
    const { post_url } = await written();
    expect(await act('time_spent', { post_url, duration_ms: 5000 })).toEqual({ post_url, duration_ms: 5000 });
    await act('time_spent', { post_url, duration_ms: 250 });
    const { rows } = await sandbox.service.db.query(
      `select duration_ms from sandbox_post_time join sandbox_posts using (post_key) where post_id = $1`,
      [post_url.split(':').at(-1)],
    );
    expect(rows).toEqual([{ duration_ms: '5250' }]);
    for (const duration_ms of [0, -1, 1.5, '5000', undefined]) {
      expect(await refusal('time_spent', { post_url, duration_ms })).toBe('INVALID_PARAMS');
    }
  });
});

describe('a reference to a post', () => {
  const TARGETED: readonly (readonly [string, object])[] = [
    ['like', {}],
    ['react', { reaction_type: 'LIKE' }],
    ['comment', { message_text: 'x' }],
    ['answer_comment', { message_text: 'x', comment_urn: 'urn:comment:(urn:activity:1,2)', tracking_id: 't' }],
    ['repost', {}],
    ['get_comments', {}],
    ['get_reactions', {}],
    ['time_spent', { duration_ms: 1 }],
  ];

  it('is its URL, its urn or its backend_urn', async () => {
    const { post_url, post_id, urn } = await written();
    for (const reference of [
      post_url,
      `${post_url}/?utm=x`,
      encodeURI(post_url).replaceAll('urn:share:', 'urn%3Ashare%3A'),
      urn,
      `urn:share:${post_id}`,
      post_id,
      ` ${urn} `,
    ]) {
      expect(await act('like', { post_url: reference })).toMatchObject({ post_url });
    }
    expect(await reactions(urn)).toHaveLength(1);
  });

  it.each(TARGETED)('of %s must be there, and lead to a post that is not deleted', async (action, params) => {
    const { author, post_url, post_id } = await written();
    await sandbox.control('DELETE', `/posts/${post_id}`);
    const elsewhere = post_url.replace('professional.example', 'elsewhere.example');
    for (const reference of [
      undefined,
      '',
      post_url,
      'urn:activity:1',
      'https://professional.example/feed/',
      elsewhere,
    ]) {
      expect(await refusal(action, { ...params, post_url: reference })).toBe('INVALID_PARAMS');
    }
    const { body } = await sandbox.call('POST', '/v2/content', {
      account_id: account,
      action,
      params: { ...params, post_url },
    });
    expect(body).toMatchObject({
      error: { message: expect.stringContaining('deleted') },
      metadata: { credits_consumed: 0 },
    });
    expect(await sandbox.received(author.slug)).toEqual([]);
  });

  it('costs a credit per action, a credit for each ten of a list, nothing for an empty list [credits#1] [credits#2]', async () => {
    const { post_url, post_id } = await written();
    expect(await charge('get_comments', { post_url })).toBe(0);
    expect(await charge('get_reactions', { post_url })).toBe(0);
    const actions: [string, object][] = [
      ['like', {}],
      ['like', {}],
      ['react', { reaction_type: 'PRAISE' }],
      ['comment', { message_text: 'x' }],
      ['time_spent', { duration_ms: 5 }],
    ];
    for (const [action, params] of actions) expect(await charge(action, { post_url, ...params })).toBe(1);
    const [{ comment_urn, tracking_id }] = await comments(post_url);
    const answer = { post_url, comment_urn, tracking_id, message_text: 'y' };
    expect(await charge('answer_comment', answer)).toBe(1);
    for (let number = 0; number < 9; number++) {
      const { slug } = await sandbox.person();
      await sandbox.control('POST', `/posts/${post_id}/comments`, { public_identifier: slug });
      await sandbox.control('POST', `/posts/${post_id}/reactions`, { public_identifier: slug });
    }
    expect(await charge('get_comments', { post_url, count: 100 })).toBe(2);
    expect(await charge('get_reactions', { post_url, count: 100 })).toBe(1);
  });
});
