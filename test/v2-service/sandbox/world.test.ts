import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/shared/postgres/database.ts';
import { openDatabase } from '../../../src/shared/postgres/open-database.ts';
import { createWorld } from '../../../src/v2/service/channels/sandbox/world/ensure-world.ts';
import { DEFAULT_SIZE, DEMO_JOB_ID, drawWorld } from '../../../src/v2/service/channels/sandbox/world/generate-world.ts';
import { createUser } from '../../../src/v2/service/keys/create-user.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { referenceTime } from '../../support/reference-time.ts';

const NOW = Date.UTC(2026, 0, 5, 9);

/** Draws a whole world at once. */
function generateWorld(seed: number) {
  const parts = [...drawWorld(seed, NOW, DEFAULT_SIZE)];
  return {
    companies: parts.flatMap(({ companies = [] }) => companies),
    people: parts.flatMap(({ people = [] }) => people),
    jobs: parts.flatMap(({ jobs = [] }) => jobs),
    applications: parts.flatMap(({ applications = [] }) => applications),
  };
}

describe('the generated world', () => {
  it('is the same for the same seed and another for another', () => {
    expect(JSON.stringify(generateWorld(7))).toBe(JSON.stringify(generateWorld(7)));
    expect(JSON.stringify(generateWorld(7))).not.toBe(JSON.stringify(generateWorld(8)));
  });

  it('names every person once and reaches nobody real, whatever the seed', () => {
    for (let seed = 0; seed < 10; seed++) {
      const { people, companies } = generateWorld(seed);
      const emails = people.flatMap(({ email }) => email ?? []);
      expect(new Set(people.map((person) => person.public_identifier)).size).toBe(people.length);
      expect(new Set(people.map((person) => person.member_id)).size).toBe(people.length);
      expect(new Set(emails).size).toBe(emails.length);
      expect(emails.filter((email) => !/^[a-z0-9.-]+@[a-z0-9-]+\.example$/.test(email))).toEqual([]);
      expect(companies.filter(({ domain }) => !domain.endsWith('.example'))).toEqual([]);
    }
  });

  it('has ten jobs, whose first brings forty candidates worth writing to and some more', () => {
    const { people, jobs, applications } = generateWorld(1);
    expect(people).toHaveLength(1000);
    expect(jobs).toHaveLength(10);
    const demo = applications.filter(({ job_id }) => job_id === DEMO_JOB_ID);
    const wanted = demo.filter(({ rating }) => rating !== 'NOT_A_FIT');
    expect(wanted).toHaveLength(40);
    expect(wanted.filter(({ rejected_at }) => rejected_at !== null)).toEqual([]);
    expect(new Set(wanted.map(({ rating }) => rating))).toEqual(new Set(['GOOD_FIT', 'MAYBE', 'UNRATED']));
    expect(demo.filter(({ rejected_at }) => rejected_at !== null)).toHaveLength(4);
    expect(demo).toHaveLength(50);
  });

  it("lets the demo's forty take every way through a sequence, none of them connected before", () => {
    for (let seed = 1; seed < 5; seed++) {
      const { people, applications } = generateWorld(seed);
      const slugs = applications.filter((each) => each.job_id === DEMO_JOB_ID && each.rating !== 'NOT_A_FIT');
      const forty = people.filter((person) =>
        slugs.some((each) => each.public_identifier === person.public_identifier),
      );
      const has = (test: (person: (typeof forty)[number]) => unknown) => forty.filter(test).length;
      expect(has((person) => person.degree === 1)).toBe(0);
      expect(has((person) => person.behavior.accepts_after)).toBe(18);
      expect(has((person) => person.behavior.accepts_after && person.behavior.replies_after?.message)).toBe(7);
      expect(has((person) => person.behavior.declines_inmail_after)).toBe(4);
      expect(has((person) => person.behavior.replies_after?.inmail)).toBe(6);
      expect(has((person) => person.inmail_restriction === 'RESTRICTED')).toBe(8);
      expect(has((person) => person.behavior.bounces)).toBe(2);
      expect(has((person) => person.email === null)).toBe(2);
    }
  });
});

describe('the world in Postgres', () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase('service');
    db = openDatabase(database.url);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  const newOwner = async (seed: number) => {
    const userId = await createUser(db, { now: NOW });
    await db.transaction((tx) => createWorld(tx, userId, seed, NOW));
    return userId;
  };
  const dump = async (userId: string) => {
    const queries = [
      'select * from sandbox_people where user_id = $1 order by public_identifier',
      'select * from sandbox_companies where user_id = $1 order by public_identifier',
      'select * from sandbox_jobs where user_id = $1 order by job_id',
      `select a.*, p.public_identifier from sandbox_applications a join sandbox_people p using (person_id)
        where a.user_id = $1 order by application_id`,
    ];
    const tables = await Promise.all(queries.map((query) => db.query(query, [userId])));
    const own = new Set(['user_id', 'person_id', 'company_id', 'job_key', 'application_key']);
    return JSON.stringify(
      tables.map(({ rows }) => rows),
      (key, value) => (own.has(key) ? undefined : value),
    );
  };

  it('is the same for two owners with the same seed, down to the last column', async () => {
    const [first, second, other] = [await newOwner(3), await newOwner(3), await newOwner(4)];
    expect(await dump(first)).toBe(await dump(second));
    expect(await dump(first)).not.toBe(await dump(other));
  });

  it('is there within a second of work', async () => {
    let userId = '';
    const make = async () => {
      userId = await newOwner(5);
    };
    expect(await referenceTime(make, { most: 1_000, tries: 1 })).toBeLessThan(1_000);
    const { rows } = await db.query('select count(*)::int as people from sandbox_people where user_id = $1', [userId]);
    expect(rows).toEqual([{ people: 1000 }]);
  });

  it('is made once when two calls look at the same time', async () => {
    const userId = await createUser(db, { now: NOW });
    const made = await Promise.all([1, 2, 3].map(() => db.transaction((tx) => createWorld(tx, userId, 1, NOW))));
    expect(made.filter(Boolean)).toHaveLength(1);
  });
});
