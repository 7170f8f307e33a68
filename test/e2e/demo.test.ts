import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { waitUntil } from '../../src/app/main/wait-until.ts';
import {
  allEnrollments,
  contactedTwice,
  type EnrollmentItem,
  type Person,
  perDay,
  whatReachedThem,
} from './support/judge.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

interface Campaigns {
  readonly items: readonly { id: string; name: string; sequence: string }[];
}

/** Without those who join it week by week. */
async function firstPeople(system: Overture): Promise<EnrollmentItem[]> {
  const sequences = ['backend-engineers', 'visit-then-email'];
  return (await Promise.all(sequences.map((name) => allEnrollments(system, `&sequence=${name}`)))).flat();
}

describe('the demo without a mail server, from npm start through kills and a power cut to its end', () => {
  let system: Overture;
  let people: Person[];

  beforeAll(async () => {
    system = await startOverture({ env: { OVERTURE_DEMO_MAIL: 'sandbox' }, jump: true });
  }, 360_000);
  afterAll(() => system.dispose());

  it('says where its mail stays, and why', () => {
    expect(system.output()).toContain('! mail        stays in the sandbox: OVERTURE_DEMO_MAIL is sandbox');
    expect(system.output()).not.toContain('mail server');
  });

  it('signs its owner in by the link that it prints, once, with nothing to set up', async () => {
    const [link = ''] = /http\S+\?token=\S+/.exec(system.output()) ?? [];
    const open = () => fetch(link, { redirect: 'manual' });
    const [cookie = ''] = (await open()).headers.getSetCookie();
    const keys = await fetch(`${system.run().api.url}/api/keys`, { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(keys.status).toBe(200);
    expect((await open()).headers.getSetCookie()).toEqual([]);
  });

  it('gives a link to the page of the V2 service at which a mailbox is connected', async () => {
    const { status, body } = await system.api<{ url: string; expires_at: string }>('POST', '/api/connect-links', {
      platforms: ['email'],
    });
    expect(status).toBe(201);
    expect(body.url).toContain(system.run().v2.url);
    const page = await fetch(body.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/<form/);
  });

  it('enrolls the forty candidates that the ratings let in and fourteen by mail, and nobody twice when it is started again', async () => {
    expect(system.output()).toContain('time jumps to whatever is due next');
    await expect.poll(async () => (await firstPeople(system)).length, { timeout: 120_000 }).toBe(54);
    const { body } = await system.api<Campaigns>('GET', '/api/campaigns');
    const campaign = body.items.find(({ sequence }) => sequence === 'backend-engineers');
    const source = { candidates: await demoCandidates(system) };
    const again = await system.api<{ id: string }>('POST', '/api/campaigns', {
      name: campaign?.name,
      sequence: campaign?.sequence,
      source,
    });
    expect(again).toMatchObject({ status: 200, body: { id: campaign?.id } });
    const underAnotherName = await system.api<{ id: string; status: string }>('POST', '/api/campaigns', {
      name: 'The same people once more',
      sequence: campaign?.sequence,
      source,
    });
    expect(underAnotherName.status).toBe(201);
    const imported = async () =>
      (await system.api<{ status: string }>('GET', `/api/campaigns/${underAnotherName.body.id}`)).body.status;
    // Nobody of it came in, so there is nobody to wait for.
    await expect.poll(imported, { timeout: 120_000 }).toBe('finished');
    expect(await firstPeople(system)).toHaveLength(54);
  });

  it('goes on where it was after Ctrl-C and a second start, which publishes nothing over what the console keeps', async () => {
    const text = readFileSync(join(PACKAGE_ROOT, 'sequences', 'reactivation.yaml'), 'utf8');
    const mine = text.replace(/^description: .*$/m, 'description: As we do it');
    expect(mine).not.toBe(text);
    const taken = '/api/sequences?kept_by=console&take_over=true&based_on=1';
    expect(await system.api('POST', taken, { text: mine })).toMatchObject({ status: 201, body: { version: 2 } });
    await expect
      .poll(async () => (await firstPeople(system)).filter(({ node }) => node !== null).length, { timeout: 120_000 })
      .toBeGreaterThan(20);
    expect(await system.interrupt()).toBe(0);
    await system.restart();
    expect(await firstPeople(system)).toHaveLength(54);
    const { body } = await system.api<{ items: { name: string }[] }>(
      'GET',
      '/api/sequences?fields=name,version,kept_by',
    );
    const kept = { name: 'reactivation', version: 2, kept_by: 'console' };
    expect(body.items.filter(({ name }) => name === kept.name)).toEqual([kept]);
    expect(body.items.length).toBeGreaterThan(5);
  });

  it('loses nothing and repeats nothing when the worker is killed at work', async () => {
    const before = system.run().pids.worker;
    system.killRole('worker');
    expect(await waitUntil(() => system.run().pids.worker !== before, { timeout: 120_000 })).toBe(true);
  });

  it('goes on after Postgres, Temporal and all roles died at work: a stale lock file costs nothing', async () => {
    const finished = async () => (await firstPeople(system)).filter(({ status }) => status === 'finished').length;
    await expect.poll(finished, { timeout: 120_000 }).toBeGreaterThan(3);
    let cut: Promise<void> | undefined;
    const areAtWork = async () => {
      const { body } = await system.api<{ under_way: readonly { what: string }[] }>('GET', '/api/quiet');
      if (body.under_way.some(({ what }) => what === 'calls in flight or in doubt'))
        cut = system.killEverything({ servers: true });
      return cut !== undefined;
    };
    expect(await waitUntil(areAtWork, { timeout: 120_000, every: 5 })).toBe(true);
    await cut;
    await system.restart();
    expect(await firstPeople(system)).toHaveLength(54);
  });

  it('adopts a Postgres and a Temporal that outlived their supervisor', async () => {
    await system.killEverything({ servers: false });
    const from = system.output().length;
    await system.restart();
    const output = system.output().slice(from);
    expect(output).toMatch(/Postgres .*adopted/);
    expect(output).toMatch(/Temporal .*adopted/);
  });

  it('refuses a second start on the same home with a clear word', async () => {
    await expect(system.restart()).rejects.toThrow(/already_running.*already runs/s);
  });

  it('brings everybody to an end', async () => {
    await expect
      .poll(async () => (await firstPeople(system)).filter(({ status }) => status !== 'finished'), {
        timeout: 420_000,
        interval: 2000,
      })
      .toEqual([]);
    people = await whatReachedThem(system);
  }, 480_000);

  it('goes on: people join each week, and there is a call to make, a text to approve, an answer to read and an unclear one', async () => {
    const joined = async () => await allEnrollments(system, '&sequence=demo-newcomers');
    await expect.poll(async () => (await joined()).length, { timeout: 420_000, interval: 2000 }).toBeGreaterThan(12);
    const outcomes = async () => new Set((await joined()).map(({ outcome }) => outcome));
    await expect
      .poll(async () => [...(await outcomes())], { timeout: 420_000, interval: 2000 })
      .toEqual(expect.arrayContaining(['replied', 'bounced', 'unsubscribed', 'no_answer']));
    const kinds = async () => {
      const { body } = await system.api<{ items: { kind: string }[] }>('GET', '/api/tasks?limit=200');
      return [...new Set(body.items.map(({ kind }) => kind))];
    };
    expect(await kinds()).toEqual(expect.arrayContaining(['task', 'review', 'unclear_reply']));
    const { body } = await system.api<{ splits: { arms: { contacted: number }[] }[] }>(
      'GET',
      '/api/sequences/demo-newcomers/experiments',
    );
    const [split] = body.splits;
    expect(split?.arms.map(({ contacted }) => contacted > 0)).toEqual([true, true]);
  }, 900_000);

  it('contacts nobody twice for one step', () => {
    expect(contactedTwice(people)).toEqual([]);
  });

  it('never invites more than ten people a day', () => {
    const days = perDay(people, 'invitation', 'Europe/Paris');
    expect([...days.values()].reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(Math.max(...days.values())).toBeLessThanOrEqual(10);
  });

  it('sends messages to those who accepted, InMails to those who did not, emails where no InMail goes', () => {
    const kinds = new Set(people.flatMap(({ received }) => received.map(({ kind }) => kind)));
    expect([...kinds]).toEqual(expect.arrayContaining(['visit', 'invitation', 'message', 'inmail', 'email']));
    for (const { received } of people) {
      const got = received.map(({ kind }) => kind);
      if (got.includes('message')) expect(got).not.toContain('inmail');
    }
  });

  it('stops for those who replied: nothing reaches them after it', async () => {
    const replied = people.filter(({ enrollment }) => enrollment.outcome === 'replied');
    expect(replied.length).toBeGreaterThan(0);
    for (const { enrollment, received } of replied) {
      const last = Math.max(...received.map(({ at }) => Date.parse(at)));
      // The flight of one call is the only window; time jumps over none.
      expect(last).toBeLessThanOrEqual(Date.parse(enrollment.finished_at ?? '') + 60_000);
    }
  });

  it("leaves an end with a name in everybody's timeline", async () => {
    const outcomes = new Set((await firstPeople(system)).map(({ outcome }) => outcome));
    expect(outcomes.has(null)).toBe(false);
    expect(outcomes.has('failed')).toBe(false);
  });
});

/** Reads the candidates with which `overture dev` starts its campaign. */
async function demoCandidates(system: Overture): Promise<object> {
  const accounts = await system.v2<{ data: { accounts: { account_id: string; platform: string }[] } }>(
    'GET',
    '/v2/accounts',
  );
  const account = accounts.data.accounts.find(({ platform }) => platform === 'professional')?.account_id;
  const jobs = await system.v2<{ data: { posts: { linkedin_job_id: string }[] } }>('POST', '/v2/recruiter', {
    account_id: account,
    action: 'get_posts',
    params: { count: 1, fetch_details: false },
  });
  const job = jobs.data.posts[0]?.linkedin_job_id;
  return { account_id: account, job_id: job, ratings: ['GOOD_FIT', 'MAYBE', 'UNRATED'] };
}
