import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KILLS_FILE, killAt } from '../support/kill-at.ts';
import { allEnrollments, whatReachedThem } from './support/judge.ts';
import { jumpUntil } from './support/jump-until.ts';
import { sharedServers } from './support/shared-servers.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

const SEQUENCE = `sequence: applicants
schedule: { timezone: Europe/Paris, hours: { daily: "08:00-20:00" } }
limits: { visits: 100/day }
steps:
  - visit
  - end: seen
`;
const JOB = '4000000042';
const FIRST = 12;
const LATER = 25;

interface Campaign {
  readonly id: string;
  readonly follow: { readonly state: string; readonly ended: { readonly because: string } | null };
}
interface Look {
  readonly number: number;
  readonly people: number;
  readonly found: number;
  readonly enrolled: number;
  readonly credits: number;
  readonly note: string | null;
}

describe('a job that is followed by a system whose worker is killed in a look', () => {
  let system: Overture;
  let account: string;
  let campaign: Campaign;
  const applicants = (candidates: number) => system.v2('POST', '/sandbox/jobs', { job_id: JOB, candidates });
  const enrolled = async () => (await allEnrollments(system, '&outcome=seen')).length;
  const looks = async () =>
    (await system.api<{ items: Look[] }>('GET', `/api/campaigns/${campaign.id}/looks?sort=number`)).body.items;

  beforeAll(async () => {
    // The first look asks for the job and its people; the second for the job, a page, and then for the next page, while the first is kept.
    const env = { OVERTURE_DEMO: '0', ...killAt(['recruiter_asked:5']) };
    system = await startOverture({ env, servers: await sharedServers() });
    const made = { platform: 'professional', name: 'Anna Keller', country: 'FR', products: ['classic', 'recruiter'] };
    account = (await system.v2<{ account_id: string }>('POST', '/sandbox/accounts', made)).account_id;
    await applicants(FIRST);
    expect((await system.api('POST', '/api/sequences', SEQUENCE)).status).toBe(201);
  }, 360_000);
  afterAll(() => system?.dispose());

  it('enrolls who is there, and a day later who has applied since: each once, nobody left out', async () => {
    const ratings = ['GOOD_FIT', 'MAYBE', 'UNRATED', 'NOT_A_FIT'];
    const source = { candidates: { account_id: account, job_id: JOB, ratings, follow: 'daily' } };
    const body = { name: 'Backend', sequence: 'applicants', source };
    const created = await system.api<Campaign>('POST', '/api/campaigns', body);
    expect(created).toMatchObject({ status: 201 });
    campaign = created.body;
    await jumpUntil(system, async () => (await enrolled()) === FIRST);
    await applicants(LATER);
    await jumpUntil(system, async () => (await enrolled()) === FIRST + LATER);
    const people = await whatReachedThem(system);
    expect(new Set(people.map(({ enrollment }) => enrollment.lead?.profile_url)).size).toBe(FIRST + LATER);
    expect(people.map(({ received }) => received.map(({ kind }) => kind))).toEqual(
      Array(FIRST + LATER).fill(['visit']),
    );
  });

  it('says of each look whom it saw, who was new and what it cost, though the worker was killed in one', async () => {
    const killed = readFileSync(join(system.home, KILLS_FILE), 'utf8').trim().split('\n');
    expect(killed.map((line) => JSON.parse(line).fault)).toEqual(['recruiter_asked:5']);
    const [first, ...later] = await looks();
    expect(first).toMatchObject({ number: 1, people: FIRST, found: FIRST, enrolled: FIRST });
    const found = later.find((look) => look.found > 0);
    expect(found).toMatchObject({ found: LATER, enrolled: LATER });
    expect(later.reduce((total, look) => total + look.found, 0)).toBe(LATER);
    // What was asked and never answered to us is not known to have cost anything.
    expect(found?.credits).toBeGreaterThanOrEqual(1 + Math.ceil(LATER / 10));
  });

  it('ends when the job is closed: whoever applies then does not enter', async () => {
    await system.v2('POST', '/v2/recruiter', { account_id: account, action: 'close_job', params: { job_id: JOB } });
    await applicants(3);
    const now = async () => (await system.api<Campaign>('GET', `/api/campaigns/${campaign.id}`)).body;
    await jumpUntil(system, async () => (await now()).follow.state === 'ended');
    expect((await now()).follow.ended?.because).toMatch(/was closed\.$/);
    expect((await looks()).at(-1)).toMatchObject({ people: 0, enrolled: 0, note: expect.stringContaining('closed') });
    expect(await allEnrollments(system)).toHaveLength(FIRST + LATER);
  });
});
