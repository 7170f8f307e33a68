import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../../src/shared/kit/duration.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
let account: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  account = await sandbox.account({ email: 'anna@agency.example' });
});
afterAll(() => sandbox.close());

const act = (action: string, params: object = {}) => sandbox.act('recruiter', account, action, params);
const refusal = (action: string, params: object) => sandbox.refusal('recruiter', account, action, params);
const job = async (job_id: string) => (await act('get_posts', { job_id })).posts[0];
const charge = async (action: string, params: object = {}) => {
  const answer = await sandbox.call('POST', '/v2/recruiter', { account_id: account, action, params });
  return answer.body.metadata.credits_consumed;
};

describe('the list of job posts', () => {
  it('shows ten jobs with every field, the newest first [recruiter/get_posts] [record/job.*]', async () => {
    const { posts, ...list } = await act('get_posts');
    expect(list).toEqual({
      total_results: 10,
      total_available_results: 10,
      pagination: { offset: 0, count: 10, next_offset: null, has_more: false, results_per_page: 25 },
    });
    for (const post of posts) {
      expect(post).toMatchObject({
        linkedin_job_id: expect.stringMatching(/^\d+$/),
        title: expect.stringMatching(/\S/),
        company_name: expect.stringMatching(/\S/),
        location: expect.stringMatching(/\S/),
        job_state: expect.stringMatching(/^(LISTED|CLOSED|DRAFT)$/),
        description: expect.not.stringContaining('<'),
        editableDescription: expect.stringMatching(/^<p>/),
        employment_status: expect.stringMatching(/^(Full-time|Part-time|Contract|Internship)$/),
        workplace_type: expect.stringMatching(/^(Remote|On-site|Hybrid)$/),
        num_views: expect.any(Number),
        num_applies: expect.any(Number),
        job_url: `https://professional.example/jobs/view/${post.linkedin_job_id}`,
        contact_email: expect.stringMatching(/^jobs@.*\.example$/),
        industry: [expect.any(String)],
        talent_questions: expect.any(Array),
        suspend_reasons: expect.any(Array),
      });
      expect(post.created_at).toBeGreaterThan(Date.UTC(2020, 0));
    }
    const times = posts.map(
      (post: { listed_at: number | null; created_at: number }) => post.listed_at ?? post.created_at,
    );
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it('has a draft, a closed job and listed ones, one of them sponsored, one with questions', async () => {
    const { posts } = await act('get_posts');
    const of = (state: string) => posts.filter((post: { job_state: string }) => post.job_state === state);
    expect([of('DRAFT').length, of('CLOSED').length, of('LISTED').length]).toEqual([1, 1, 8]);
    expect(of('DRAFT')[0]).toMatchObject({ listed_at: null, closed_at: null, num_applies: 0 });
    expect(of('CLOSED')[0]).toMatchObject({ closed_at: expect.any(Number), suspend_reasons: [expect.any(String)] });
    for (const open of of('LISTED')) expect(open).toMatchObject({ closed_at: null, suspend_reasons: [] });
    const budgets = posts.flatMap((post: { budget: object | null }) => post.budget ?? []);
    const money = expect.stringMatching(/^\d+\.\d\d$/);
    expect(budgets).toEqual([
      { total_charge: money, currency: 'EUR', buffered_total_charge: money, daily_budget: money },
    ]);
    const asked = posts.filter((post: { talent_questions: string[] }) => post.talent_questions.length > 0);
    expect(asked).toHaveLength(1);
  });

  it('counts the views and the applications of a job', async () => {
    const { total_available_results } = await act('get_candidates', { job_id: '4000000002' });
    expect(await job('4000000002')).toMatchObject({ num_applies: total_available_results });
  });

  it('is lighter without the details [recruiter/get_posts.fetch_details]', async () => {
    const { posts } = await act('get_posts', { fetch_details: false });
    expect(posts).toHaveLength(10);
    for (const post of posts) {
      expect(post).not.toHaveProperty('description');
      expect(post).not.toHaveProperty('editableDescription');
      expect(post).toHaveProperty('budget');
    }
    expect(await refusal('get_posts', { fetch_details: 'no' })).toBe('INVALID_PARAMS');
  });

  it('pages by offset, without pages_fetched [recruiter/get_posts.count] [recruiter/get_posts.offset]', async () => {
    const page = await act('get_posts', { count: 4, offset: 8 });
    expect(page.pagination).toEqual({
      offset: 8,
      count: 2,
      next_offset: null,
      has_more: false,
      results_per_page: 25,
    });
    expect((await act('get_posts', { count: 4, offset: 4 })).pagination).toMatchObject({
      next_offset: 8,
      has_more: true,
    });
    expect((await act('get_posts', { offset: 100 })).posts).toEqual([]);
  });

  it('of one job ignores count and offset, and always has the details [recruiter/get_posts.job_id]', async () => {
    const one = await act('get_posts', { job_id: '4000000003', count: 5, offset: 3, fetch_details: false });
    expect(one).toMatchObject({
      posts: [
        { linkedin_job_id: '4000000003', description: expect.any(String), editableDescription: expect.any(String) },
      ],
      total_results: 1,
      total_available_results: 1,
      pagination: { offset: 0, count: 1, next_offset: null, has_more: false, results_per_page: 25 },
    });
    expect(one.pagination).not.toHaveProperty('pages_fetched');
    expect(await act('get_posts', { job_id: '4000000003', count: 0, offset: 'far' })).toEqual(one);
    expect(await refusal('get_posts', { job_id: '999' })).toBe('INVALID_PARAMS');
  });

  it('costs a credit for each ten jobs, and nothing where there are none', async () => {
    expect(await charge('get_posts')).toBe(1);
    expect(await charge('get_posts', { count: 3 })).toBe(1);
    expect(await charge('get_posts', { offset: 100 })).toBe(0);
    await sandbox.control('POST', '/jobs', {});
    expect(await charge('get_posts', { count: 25 })).toBe(2);
  });

  it('meets every job once, also when one is posted between two pages', async () => {
    const first = await act('get_posts', { count: 6 });
    await sandbox.control('POST', '/jobs', { title: 'In between' });
    await act('publish_job', { title: 'In between' });
    const rest = await act('get_posts', { count: 1000, offset: first.pagination.next_offset });
    const ids = [...first.posts, ...rest.posts].map((post) => post.linkedin_job_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(first.total_available_results);
    const { posts } = await act('get_posts', { count: 2 });
    expect(posts[0]).toMatchObject({ title: 'In between' });
  });

  it('is that of the owner: another one sees other jobs', async () => {
    const other = await sandbox.control('POST', '/users', { seed: 9 });
    const made = await sandbox.call('POST', '/sandbox/accounts', {}, other.api_key);
    const { linkedin_job_id } = await act('publish_job', { title: 'Mine alone' });
    const body = { account_id: made.body.account_id, action: 'get_posts', params: { job_id: linkedin_job_id } };
    expect((await sandbox.call('POST', '/v2/recruiter', body, other.api_key)).status).toBe(400);
  });
});

describe('publishing a job', () => {
  const fields = {
    title: 'Head of Testing',
    company_name: 'Overture Agency',
    location: 'Lyon, France',
    description: 'Break things & say so.\n\nEvery day, <b>gladly</b>.',
    employment_status: 'Contract',
    workplace_type: 'Hybrid',
  };

  it('makes a listed job of its fields, seen in the list at once [recruiter/publish_job] [recruiter/publish_job.title] [recruiter/publish_job.company_name] [recruiter/publish_job.location] [recruiter/publish_job.description] [recruiter/publish_job.employment_status] [recruiter/publish_job.workplace_type]', async () => {
    const made = await act('publish_job', fields);
    expect(made).toEqual({
      linkedin_job_id: expect.stringMatching(/^\d+$/),
      job_state: 'LISTED',
      job_url: `https://professional.example/jobs/view/${made.linkedin_job_id}`,
    });
    const now = sandbox.service.clock.now();
    const post = await job(made.linkedin_job_id);
    expect(post).toMatchObject({
      ...fields,
      editableDescription: '<p>Break things &amp; say so.</p><p>Every day, &lt;b&gt;gladly&lt;/b&gt;.</p>',
      contact_email: 'anna@agency.example',
      num_applies: 0,
      closed_at: null,
    });
    expect(Math.abs(post.listed_at - now)).toBeLessThan(DAY);
    expect((await act('get_posts', { count: 1 })).posts[0].linkedin_job_id).toBe(made.linkedin_job_id);
    expect((await act('get_candidates', { job_id: made.linkedin_job_id })).candidates).toEqual([]);
  });

  it('lists a draft, with what is changed of it [recruiter/publish_job.job_id]', async () => {
    const { job_id } = await sandbox.control('POST', '/jobs', { job_state: 'DRAFT', title: 'Draft' });
    expect(await job(job_id)).toMatchObject({ job_state: 'DRAFT', listed_at: null });
    const published = await act('publish_job', { job_id, location: 'Nice, France' });
    expect(published).toMatchObject({ linkedin_job_id: job_id, job_state: 'LISTED' });
    expect(await job(job_id)).toMatchObject({
      title: 'Draft',
      location: 'Nice, France',
      listed_at: expect.any(Number),
    });
  });

  it('leaves a job that is listed as it is, and refuses one that is closed or not there', async () => {
    const before = await job('4000000001');
    expect(await act('publish_job', { job_id: '4000000001', title: 'Other' })).toMatchObject({ job_state: 'LISTED' });
    expect(await job('4000000001')).toEqual(before);
    const { job_id } = await sandbox.control('POST', '/jobs', { job_state: 'CLOSED' });
    expect(await refusal('publish_job', { job_id })).toBe('INVALID_PARAMS');
    expect(await refusal('publish_job', { job_id: '999' })).toBe('INVALID_PARAMS');
  });

  it('needs a job or a title, and costs a credit', async () => {
    expect(await refusal('publish_job', {})).toBe('INVALID_PARAMS');
    expect(await refusal('publish_job', { title: ' ', location: 'Lyon' })).toBe('INVALID_PARAMS');
    expect(await charge('publish_job', { title: 'Paid' })).toBe(1);
    expect(await charge('publish_job', {})).toBe(0);
  });
});

describe('closing a job', () => {
  it('closes it with its time [recruiter/close_job] [recruiter/close_job.job_id]', async () => {
    const { job_id } = await sandbox.control('POST', '/jobs', { candidates: 2 });
    expect(await act('close_job', { job_id })).toEqual({
      linkedin_job_id: job_id,
      job_state: 'CLOSED',
      job_url: `https://professional.example/jobs/view/${job_id}`,
    });
    const closed = await job(job_id);
    expect(closed).toMatchObject({ job_state: 'CLOSED', closed_at: expect.any(Number) });
    expect(closed.closed_at).toBeGreaterThan(closed.listed_at);
    expect((await act('get_candidates', { job_id })).candidates).toHaveLength(2);
  });

  it('a second time changes nothing', async () => {
    const { job_id } = await sandbox.control('POST', '/jobs', {});
    await act('close_job', { job_id });
    const { closed_at } = await job(job_id);
    await sandbox.advance('PT1H');
    expect(await act('close_job', { job_id })).toMatchObject({ job_state: 'CLOSED' });
    expect(await job(job_id)).toMatchObject({ closed_at });
  });

  it('is refused for a draft and for a job that is not there', async () => {
    const { job_id } = await sandbox.control('POST', '/jobs', { job_state: 'DRAFT' });
    expect(await refusal('close_job', { job_id })).toBe('INVALID_PARAMS');
    expect(await refusal('close_job', { job_id: '999' })).toBe('INVALID_PARAMS');
    expect(await refusal('close_job', {})).toBe('INVALID_PARAMS');
  });

  it('costs a credit', async () => {
    const { job_id } = await sandbox.control('POST', '/jobs', {});
    expect(await charge('close_job', { job_id })).toBe(1);
  });
});
