import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../src/main/wait-until.ts';
import { allEnrollments, contactedTwice, type Person, perDay, whatReachedThem } from './support/judge.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

interface Campaigns {
  readonly items: readonly { id: string; name: string; sequence: string; source: unknown }[];
}

// A world day in 5 s: the whole demo in about two minutes.
const SPEED = '17280';

describe('the demo campaign, from npm start to its end', () => {
  let system: Overture;
  let people: Person[];

  beforeAll(async () => {
    system = await startOverture({ env: { OVERTURE_CLOCK_SPEED: SPEED } });
  }, 360_000);
  afterAll(() => system.dispose(), 120_000);

  it('enrolls the forty candidates that the ratings let in, and nobody twice when it is started again', async () => {
    await expect.poll(async () => (await allEnrollments(system)).length, { timeout: 60_000 }).toBe(40);
    const { body } = await system.api<Campaigns>('GET', '/api/campaigns');
    const [campaign] = body.items;
    const again = await system.api<{ id: string }>('POST', '/api/campaigns', {
      name: campaign?.name,
      sequence: campaign?.sequence,
      source: campaign?.source,
    });
    expect(again.status).toBe(200);
    expect(again.body.id).toBe(campaign?.id);
    const underAnotherName = await system.api<{ id: string }>('POST', '/api/campaigns', {
      name: 'The same people once more',
      sequence: campaign?.sequence,
      source: campaign?.source,
    });
    expect(underAnotherName.status).toBe(201);
    expect(await allEnrollments(system)).toHaveLength(40);
  });

  it('goes on where it was after Ctrl-C and a second start', async () => {
    await expect
      .poll(async () => (await allEnrollments(system)).filter(({ node }) => node !== null).length, { timeout: 120_000 })
      .toBeGreaterThan(20);
    expect(await system.interrupt()).toBe(0);
    await system.restart();
    expect(await allEnrollments(system)).toHaveLength(40);
  });

  it('loses nothing and repeats nothing when the worker is killed at work', async () => {
    const before = system.run().pids.worker;
    system.killRole('worker');
    expect(await waitUntil(() => system.run().pids.worker !== before, { timeout: 60_000 })).toBe(true);
  });

  it('brings everybody to an end', async () => {
    await expect
      .poll(async () => (await allEnrollments(system)).filter(({ status }) => status !== 'finished'), {
        timeout: 420_000,
        interval: 2000,
      })
      .toEqual([]);
    people = await whatReachedThem(system);
  }, 480_000);

  it('contacts nobody twice for one step', () => {
    expect(contactedTwice(people)).toEqual([]);
  });

  it('invites forty people in four days of ten, none above the cap', () => {
    const days = perDay(people, 'invitation', 'Europe/Paris');
    expect([...days.values()].reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(Math.max(...days.values())).toBe(10);
    expect(days.size).toBe(4);
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
      // The flight of one call is the only window; at this speed a quarter of a second is an hour.
      expect(last).toBeLessThanOrEqual(Date.parse(enrollment.finished_at ?? '') + 3_600_000);
    }
  });

  it('leaves an end with a name in everybody’s timeline', async () => {
    const outcomes = new Set(people.map(({ enrollment }) => enrollment.outcome));
    expect(outcomes.has(null)).toBe(false);
    expect(outcomes.has('failed')).toBe(false);
  });
});
