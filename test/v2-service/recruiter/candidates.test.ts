import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
let account: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  account = await sandbox.account();
});
afterAll(() => sandbox.close());

interface Candidate {
  readonly application_id: string;
  readonly rating: string;
  readonly is_rejected: boolean;
  readonly rejected_at: string | null;
  readonly is_top_choice: boolean;
  readonly top_choice_message: string;
  readonly public_identifier: string;
}
const DEMO = '4000000001';
const list = (params: object) => sandbox.act('recruiter', account, 'get_candidates', params);
const candidates = async (params: object): Promise<Candidate[]> => (await list(params)).candidates;
const ids = async (params: object) => (await candidates(params)).map(({ application_id }) => application_id);
const refusal = (params: object) => sandbox.refusal('recruiter', account, 'get_candidates', params);
const charge = async (params: object) => {
  const body = { account_id: account, action: 'get_candidates', params };
  return (await sandbox.call('POST', '/v2/recruiter', body)).body.metadata.credits_consumed;
};

describe('the candidates of a job', () => {
  it('come with every field [recruiter/get_candidates] [recruiter/get_candidates.job_id] [record/candidate.*]', async () => {
    const found = await candidates({ job_id: DEMO, count: 1000 });
    expect(found).toHaveLength(50);
    for (const candidate of found) {
      expect(candidate).toMatchObject({
        application_id: expect.stringMatching(/^\d+$/),
        rating: expect.stringMatching(/^(UNRATED|GOOD_FIT|MAYBE|NOT_A_FIT)$/),
        is_rejected: expect.any(Boolean),
        is_top_choice: expect.any(Boolean),
        top_choice_message: expect.any(String),
        first_name: expect.stringMatching(/\S/),
        last_name: expect.stringMatching(/\S/),
        full_name: expect.stringMatching(/\S \S/),
        headline: expect.stringMatching(/\S/),
        profile_url: `https://professional.example/in/${candidate.public_identifier}`,
        location: expect.stringMatching(/\S/),
        experiences: expect.arrayContaining([
          {
            title: expect.any(String),
            company: expect.any(String),
            company_url: expect.stringMatching(/^https:/),
            date_range: expect.stringMatching(/^\d\d\/\d{4} - /),
            description: expect.any(String),
          },
        ]),
      });
    }
    expect(new Set(found.map(({ application_id }) => application_id)).size).toBe(50);
  });

  it('have a time of rejection in the Rejected stage only, and a message where the job is their top choice', async () => {
    const found = await candidates({ job_id: DEMO, count: 1000 });
    const rejected = found.filter(({ is_rejected }) => is_rejected);
    expect(rejected).toHaveLength(4);
    for (const { rejected_at } of rejected) expect(rejected_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    for (const { is_rejected, rejected_at } of found) expect(rejected_at === null).toBe(!is_rejected);
    for (const { is_top_choice, top_choice_message } of found) expect(top_choice_message !== '').toBe(is_top_choice);
    expect(found.some(({ is_top_choice }) => is_top_choice)).toBe(true);
  });

  it('are filtered by the ratings named [recruiter/get_candidates.ratings]', async () => {
    const all = await candidates({ job_id: DEMO, count: 1000 });
    const some = await candidates({ job_id: DEMO, count: 1000, ratings: 'GOOD_FIT, NOT_A_FIT' });
    const wanted = all.filter(({ rating }) => rating === 'GOOD_FIT' || rating === 'NOT_A_FIT');
    expect(some).toEqual(wanted);
    const everything = 'GOOD_FIT,MAYBE,UNRATED,NOT_A_FIT';
    expect(await candidates({ job_id: DEMO, count: 1000, ratings: everything })).toEqual(all);
    expect(await refusal({ job_id: DEMO, ratings: 'GOOD_FIT,EXCELLENT' })).toBe('INVALID_PARAMS');
    expect(await refusal({ job_id: DEMO, ratings: '' })).toBe('INVALID_PARAMS');
  });

  it('are sorted by relevance or by date, both ways [recruiter/get_candidates.sortType] [recruiter/get_candidates.sortOrder]', async () => {
    const sorted = (sortType: string, sortOrder: string) => ids({ job_id: DEMO, count: 1000, sortType, sortOrder });
    const stored = async (column: string) => {
      const { rows } = await sandbox.service.db.query<{ application_id: string }>(
        `select application_id from sandbox_applications where user_id = $1 and job_id = $2
          order by ${column} desc, application_id desc`,
        [sandbox.user_id, DEMO],
      );
      return rows.map(({ application_id }) => application_id);
    };
    expect(await sorted('RELEVANCE', 'DESCENDING')).toEqual(await stored('relevance'));
    expect(await sorted('APPLIED_DATE', 'DESCENDING')).toEqual(await stored('applied_at'));
    expect(await ids({ job_id: DEMO, count: 1000 })).toEqual(await stored('relevance'));
    for (const type of ['RELEVANCE', 'APPLIED_DATE']) {
      expect(await sorted(type, 'ASCENDING')).toEqual((await sorted(type, 'DESCENDING')).reverse());
    }
    expect(await refusal({ job_id: DEMO, sortType: 'NAME' })).toBe('INVALID_PARAMS');
    expect(await refusal({ job_id: DEMO, sortOrder: 'UP' })).toBe('INVALID_PARAMS');
  });

  it('page by offset in upstream batches of fifty [recruiter/get_candidates.count] [recruiter/get_candidates.offset] [limits#2]', async () => {
    await sandbox.control('POST', '/jobs', { job_id: '81', candidates: 120 });
    expect((await list({ job_id: '81' })).pagination).toEqual({
      offset: 0,
      count: 10,
      next_offset: 10,
      has_more: true,
      results_per_page: 50,
      pages_fetched: 1,
    });
    const most = await list({ job_id: '81', count: 101, offset: 10 });
    expect(most).toMatchObject({
      total_results: 101,
      total_available_results: 120,
      pagination: { offset: 10, count: 101, next_offset: 111, has_more: true, pages_fetched: 3 },
    });
    const last = await list({ job_id: '81', count: 5000, offset: 111 });
    expect(last.pagination).toMatchObject({ count: 9, next_offset: null, has_more: false, pages_fetched: 1 });
    for (const bad of [{ count: 0 }, { count: 1.5 }, { offset: -1 }]) {
      expect(await refusal({ job_id: '81', ...bad })).toBe('INVALID_PARAMS');
    }
  });

  it('are met once by a chain of pages, also when others apply meanwhile', async () => {
    await sandbox.control('POST', '/jobs', { job_id: '82', candidates: 35 });
    const seen: string[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await list({ job_id: '82', count: 10, offset, sortType: 'APPLIED_DATE' });
      seen.push(...page.candidates.map((each: Candidate) => each.application_id));
      offset = page.pagination.next_offset;
      await sandbox.control('POST', '/jobs', { job_id: '82', candidates: 4 });
    }
    expect(seen).toHaveLength(35);
    expect(new Set(seen).size).toBe(35);
    expect((await list({ job_id: '82' })).total_available_results).toBe(35 + 4 * 4);
  });

  it('need a job that is there', async () => {
    expect(await refusal({})).toBe('INVALID_PARAMS');
    expect(await refusal({ job_id: '123456' })).toBe('INVALID_PARAMS');
    expect(await refusal({ job_id: 'not-a-number' })).toBe('INVALID_PARAMS');
  });

  it('cost a credit for each ten, nothing when nobody applied, nothing when refused [credits#2]', async () => {
    expect(await charge({ job_id: DEMO, count: 25 })).toBe(3);
    expect(await charge({ job_id: DEMO, count: 50 })).toBe(5);
    await sandbox.control('POST', '/jobs', { job_id: '83' });
    expect(await charge({ job_id: '83' })).toBe(0);
    expect(await charge({ job_id: '123456' })).toBe(0);
  });

  it('are people whom the control names, with the rating and stage that it gives them [sandbox POST /sandbox/jobs]', async () => {
    const [first, second] = [await sandbox.person(), await sandbox.person()];
    const people = [first.slug, { public_identifier: second.slug, rating: 'MAYBE', is_rejected: true }];
    await sandbox.control('POST', '/jobs', { job_id: '84', people });
    expect(await candidates({ job_id: '84', ratings: 'MAYBE' })).toMatchObject([
      { public_identifier: second.slug, is_rejected: true },
    ]);
    const third = await sandbox.person();
    const grown = await sandbox.control('POST', '/jobs', {
      job_id: '84',
      people: [third.slug, third.slug, first.slug],
    });
    expect(grown).toEqual({ job_id: '84', candidates: 3 });
    expect((await sandbox.call('POST', '/sandbox/jobs', { job_id: '84', title: 'Chef' })).status).toBe(400);
  });
});
