import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE } from '../../../src/shared/kit/duration.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
let account: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  account = await sandbox.account();
});
afterAll(() => sandbox.close());
afterEach(() => vi.useRealTimers());

const getCv = (application_id: string) => sandbox.act('recruiter', account, 'get_cv', { application_id });

/** A job with one candidate; returns the application. */
let jobs = 900;
async function applicationOf(person: object, applicant: object = {}): Promise<string> {
  const job_id = String(++jobs);
  const { slug } = await sandbox.person(person);
  await sandbox.control('POST', '/jobs', { job_id, people: [{ public_identifier: slug, ...applicant }] });
  return (await sandbox.act('recruiter', account, 'get_candidates', { job_id })).candidates[0].application_id;
}
const ADA = { full_name: 'Zoë Čapek-Łuk', email: 'zoe@works.example', phone_number: '+33612345678' };

describe('the CV of a candidate', () => {
  it('is a PDF with its name, type and size [recruiter/get_cv] [recruiter/get_cv.application_id] [record/cv.*]', async () => {
    const application_id = await applicationOf({ ...ADA, experiences: [{ title: 'Engineer', company: 'Works' }] });
    const data = await getCv(application_id);
    expect(data).toEqual({
      application_id,
      candidate: {
        name: 'Zoë Čapek-Łuk',
        email: 'zoe@works.example',
        phone: '+33612345678',
        profile_url: expect.stringMatching(/^https:\/\/professional\.example\/in\/zoe-/),
        resume_url: expect.stringContaining(sandbox.url),
      },
      cv: {
        content: expect.any(String),
        encoding: 'base64',
        filename: 'zoe-capek-uk-cv.pdf',
        content_type: 'application/pdf',
        size_bytes: expect.any(Number),
      },
    });
    const bytes = Buffer.from(data.cv.content, 'base64');
    expect(bytes.toString('base64')).toBe(data.cv.content);
    expect(bytes.length).toBe(data.cv.size_bytes);
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(bytes.subarray(-6).toString('latin1')).toContain('%%EOF');
  });

  it('is the same file each time, also for another owner with the same world', async () => {
    const application_id = '4000000001000003';
    const first = await getCv(application_id);
    expect((await getCv(application_id)).cv).toEqual(first.cv);
    expect((await getCv('4000000001000004')).cv.content).not.toBe(first.cv.content);
  });

  it('leaves out the email and the phone that the candidate does not share', async () => {
    const shy = await getCv(await applicationOf(ADA, { shares_contact: false }));
    expect(shy.candidate).not.toHaveProperty('email');
    expect(shy.candidate).not.toHaveProperty('phone');
    const without = await getCv(await applicationOf({ full_name: 'Bo Ek', phone_number: '+33612345678' }));
    expect(without.candidate).not.toHaveProperty('email');
    expect(without.candidate).toHaveProperty('phone', '+33612345678');
    const { candidates } = await sandbox.act('recruiter', account, 'get_candidates', {
      job_id: '4000000001',
      count: 50,
    });
    const shared = await Promise.all(
      candidates.map(
        async (each: { application_id: string }) => 'email' in (await getCv(each.application_id)).candidate,
      ),
    );
    expect(new Set(shared)).toEqual(new Set([true, false]));
  });

  it('costs a credit, and nothing when nobody applied so [credits#7]', async () => {
    const call = (application_id: string) =>
      sandbox.call('POST', '/v2/recruiter', { account_id: account, action: 'get_cv', params: { application_id } });
    expect((await call('4000000001000000')).body.metadata.credits_consumed).toBe(1);
    expect((await call('1')).body).toMatchObject({
      error: { code: 'INVALID_PARAMS' },
      metadata: { credits_consumed: 0 },
    });
    expect(await sandbox.refusal('recruiter', account, 'get_cv', {})).toBe('INVALID_PARAMS');
  });

  it('is not given to another owner', async () => {
    const application_id = await applicationOf(ADA);
    const other = await sandbox.control('POST', '/users', {});
    const made = await sandbox.call('POST', '/sandbox/accounts', {}, other.api_key);
    const body = { account_id: made.body.account_id, action: 'get_cv', params: { application_id } };
    expect((await sandbox.call('POST', '/v2/recruiter', body, other.api_key)).status).toBe(400);
  });
});

describe('the resume_url', () => {
  const linkOf = async (person: object = ADA) => {
    const data = await getCv(await applicationOf(person));
    return { url: data.candidate.resume_url as string, content: data.cv.content as string };
  };
  const refused = async (url: string) => {
    const response = await fetch(url);
    return { status: response.status, body: await response.json() };
  };

  it('serves the same bytes to whoever has it, without a key', async () => {
    const { url, content } = await linkOf();
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="zoe-capek-uk-cv.pdf"');
    expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(content);
  });

  it('is refused once anything of it was changed', async () => {
    const { url } = await linkOf();
    const other = new URL((await linkOf()).url);
    const changed = [
      url.replace(/expires=(\d)/, (_, digit) => `expires=${(Number(digit) % 9) + 1}`),
      url.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      url.replace(/&signature=.*/, ''),
      url.replace(/signature=.*/, 'signature=é'),
      `${other.origin}${other.pathname}${new URL(url).search}`,
      url.replace(/acc_\w+/, await sandbox.account()),
    ];
    for (const one of changed) {
      expect(one).not.toBe(url);
      expect(await refused(one)).toMatchObject({
        status: 403,
        body: { success: false, error: { code: 'INVALID_API_KEY' } },
      });
    }
  });

  it('expires after ten minutes of wall time, whatever the clock of the world says', async () => {
    const { url } = await linkOf();
    await sandbox.advance('P1D');
    expect((await fetch(url)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * MINUTE });
    expect((await fetch(url)).status).toBe(200);
    vi.setSystemTime(Date.now() + 2 * MINUTE);
    expect(await refused(url)).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('expired') } },
    });
  });
});
