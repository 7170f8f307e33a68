import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createImporter, type Importer } from '../../../src/app/main/roles/importing/create-importer.ts';
import { createCampaign } from '../../../src/runtime/enroll/campaign/create-campaign.ts';
import { importPage } from '../../../src/runtime/enroll/campaign/import-page.ts';
import { createClock, type SettableClock } from '../../../src/shared/kit/clock.ts';
import { HOUR } from '../../../src/shared/kit/duration.ts';
import { countUnderWay } from '../../../src/shared/kit/under-way.ts';
import { onUnavailable } from '../../../src/shared/postgres/unavailable.ts';
import { addSequence, type Bench, openBench } from '../../enroll/fixtures.ts';
import { eventually } from '../../support/eventually.ts';

/** More than one transaction takes. */
const PEOPLE = 1200;

describe('a list that is imported in a thread of its own', () => {
  let bench: Bench;
  let clock: SettableClock;
  let importer: Importer;
  let lists: ReturnType<typeof countUnderWay>;
  beforeEach(async () => {
    bench = await openBench();
    await addSequence(bench.db, 'hello');
    clock = createClock({ wall_origin: 0, world_origin: HOUR, speed: 1 });
    lists = countUnderWay();
    importer = createImporter({ url: bench.url, profiles: [], clock, lists });
  });
  afterEach(async () => {
    await importer.close();
    await bench.close();
  });

  const campaignOf = async (name: string, count: number): Promise<string> => {
    const leads = Array.from({ length: count }, (_, n) => ({
      first_name: `P${n}`,
      profile_url: `https://professional.example/in/${name}-${n}`,
    }));
    const created = await createCampaign(bench, { name, sequence: 'hello', source: { leads } });
    if (created.kind === 'refused') throw new Error(created.message);
    return created.campaign.id;
  };
  const importAll = async (campaign_id: string): Promise<void> => {
    const { enroll } = importer;
    if (enroll === undefined) throw new Error('it has no thread');
    const v2 = { call: () => Promise.reject(new Error('a list asks nobody')) };
    const read = importPage({ ...bench, clock, v2, enrollElsewhere: enroll });
    for (let offset: number | null = 0; offset !== null; )
      ({ next_offset: offset } = await read({ campaign_id, offset }));
  };
  const enrolled = async (id: string): Promise<{ count: number; oldest: Date }> => {
    const { rows } = await bench.db.query<{ count: number; oldest: Date }>(
      'select count(*)::int as count, min(created_at) as oldest from enrollments where campaign_id = $1',
      [id],
    );
    return rows[0] ?? { count: 0, oldest: new Date(0) };
  };

  it('has everybody once, beside another one, at the time of the clock as it is', async () => {
    const [one, other] = [await campaignOf('one', PEOPLE), await campaignOf('other', PEOPLE)];
    await Promise.all([importAll(one), importAll(other)]);
    expect([(await enrolled(one)).count, (await enrolled(other)).count]).toEqual([PEOPLE, PEOPLE]);
    clock.set({ wall_origin: 0, world_origin: 2 * HOUR, speed: 1 });
    const later = await campaignOf('later', 1);
    await importAll(later);
    expect(lists.count()).toBe(0);
    expect((await enrolled(later)).oldest.getTime()).toBeGreaterThan((await enrolled(one)).oldest.getTime() + HOUR / 2);
  });

  it('goes on where it was when its connection breaks', async () => {
    const id = await campaignOf('broken', PEOPLE);
    const failed = importAll(id).then(
      () => false,
      () => true,
    );
    await eventually(async () => {
      const { rowCount } = await bench.db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'overture import' and datname = current_database()`,
      );
      expect(rowCount).toBeGreaterThan(0);
    });
    if (await failed) await importAll(id);
    expect((await enrolled(id)).count).toBe(PEOPLE);
  });

  it('says why it has failed, by the code as well', async () => {
    const id = await campaignOf('refused', 1);
    await bench.db.query('alter table leads rename to people');
    await expect(importAll(id)).rejects.toMatchObject({ code: '42P01', message: expect.stringContaining('leads') });
    expect(lists.count()).toBe(0);
  });

  it('counts as one that is imported until its thread has ended, also where that ends in its middle', async () => {
    const id = await campaignOf('cut short', PEOPLE);
    // Nothing is written of it before this lock is given back.
    const isBegun = new Promise<void>((resolve) => lists.onChange(resolve));
    let failed: Promise<unknown> | undefined;
    await bench.db.transaction(async (tx) => {
      await tx.query('lock table leads');
      failed = importAll(id).catch((error: unknown) => error);
      await isBegun;
      expect(lists.count()).toBe(1);
      await importer.close();
    });
    expect(await failed).toBeInstanceOf(Error);
    expect(lists.count()).toBe(0);
  });

  it('notifies those who listen that Postgres could not do it', async () => {
    const id = await campaignOf('cut', 1);
    await bench.db.query(`create function cut() returns trigger language plpgsql as $$
      begin raise exception 'no room' using errcode = '53100'; end $$`);
    await bench.db.query('create trigger cut before insert on leads execute function cut()');
    const reasons: string[] = [];
    const silence = onUnavailable((why) => reasons.push(why));
    await expect(importAll(id)).rejects.toMatchObject({ code: '53100' });
    silence();
    expect(reasons).toEqual(['disk_full']);
  });
});
