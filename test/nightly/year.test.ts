import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { contactedTwice, type Person, perDay, whatReachedThem } from '../e2e/support/judge.ts';
import { jumpUntil } from '../e2e/support/jump-until.ts';
import { type Overture, startOverture } from '../e2e/support/start-overture.ts';
import { eventually } from '../support/eventually.ts';
import { drawYear } from './year/draw-year.ts';
import { readOne, type Sample, takeSample } from './year/take-sample.ts';

const ZONE = 'Europe/Paris';
const BEGIN = Date.parse('2026-03-02T07:00:00Z');
const WEEKS = 52;
/**
 * Newcomers come every other week, all on one morning: what is due at the same moment takes one jump. A quarter brings as many as the demo has people.
 * The walk of each takes up to five weeks.
 */
const EVERY_WEEKS = 2;
const NEWCOMERS = 8;
const LASTS_WEEKS = 5;
const MEGABYTE = 1024 ** 2;
/** Weeks between two passes of retention that the test waits for: the first that is older than what is kept. */
const PURGED_EVERY_WEEKS = 13;
const HOURS = { from: 9, to: 18 };
const INVITES_A_DAY = 6;
/** A walk of six steps, with what wakes it. */
const MOST_EVENTS = 150;

const SEQUENCE = `sequence: all-year
schedule:
  timezone: ${ZONE}
  hours: { mon-fri: "09:00-18:00" }
  holidays: [FR]
limits: { invites: ${INVITES_A_DAY}/day, messages: 12/day }
steps:
  - visit
  - wait: 1 day
  - invite: "Shall we talk, {{ first_name }}?"
  - wait_for: accepted_invitation
    within: 10 days
    then:
      - message: "Thank you, {{ first_name }}."
      - wait: 3 business days
      - message: "One more try, {{ first_name }}."
    else:
      - withdraw
  - wait: 1 week
  - end: no_answer
`;

/** Public holidays of France on working days of that year, as everybody there knows them. */
const HOLIDAYS = ['2026-04-06', '2026-05-01', '2026-05-08', '2026-05-14', '2026-05-25', '2026-07-14', '2026-11-11'];
const HOLIDAYS_OF_WINTER = ['2026-12-25', '2027-01-01'];

describe('a year in virtual time, with the demo and eight newcomers every other week', () => {
  let system: Overture;
  let account = '';
  const samples: Sample[] = [];
  let people: readonly Person[] = [];
  let ofDemo: readonly Person[] = [];

  beforeAll(async () => {
    system = await startOverture({ world: new Date(BEGIN).toISOString() });
    ({ account_id: account } = await system.v2<{ account_id: string }>('POST', '/sandbox/accounts', {
      platform: 'professional',
      name: 'Zoe Martin',
      country: 'FR',
      products: ['classic'],
    }));
    expect((await system.api('POST', '/api/sequences', SEQUENCE)).status).toBe(201);
    for (let week = 1; week <= WEEKS; week++) await playWeek(week);
    const everybody = await whatReachedThem(system);
    people = everybody.filter(({ enrollment }) => enrollment.sequence === 'all-year');
    ofDemo = everybody.filter(({ enrollment }) => enrollment.sequence !== 'all-year');
    const picture = process.env.OVERTURE_RECORD ? join(PACKAGE_ROOT, 'docs/pictures') : tmpdir();
    writeFileSync(join(picture, 'a-year.svg'), drawYear(samples));
  }, 3 * 3_600_000);
  afterAll(() => system.dispose());

  it('brings everybody to an end, and nobody a thing twice', async () => {
    expect(people).toHaveLength((NEWCOMERS * WEEKS) / EVERY_WEEKS);
    const unfinished = people.filter(({ enrollment }) => enrollment.status !== 'finished');
    expect(unfinished.length).toBeLessThanOrEqual((NEWCOMERS * LASTS_WEEKS) / EVERY_WEEKS);
    expect(contactedTwice(people)).toEqual([]);
  });

  it('brings the people of the demo to an end too, and none of them a thing twice', () => {
    expect(ofDemo.length).toBeGreaterThan(50);
    const since = BEGIN + (WEEKS - LASTS_WEEKS) * 7 * DAY;
    const unfinished = ofDemo.filter(({ enrollment }) => enrollment.status !== 'finished');
    expect(unfinished.filter(({ enrollment }) => Date.parse(enrollment.created_at) < since)).toEqual([]);
    expect(contactedTwice(ofDemo)).toEqual([]);
  });

  it('exceeds no limit on any day of it', () => {
    const days = [...perDay(people, 'invitation', ZONE).values()];
    expect(Math.max(...days)).toBe(INVITES_A_DAY);
  });

  it('keeps every history short', async () => {
    const connection = await Connection.connect({ address: system.run().temporal.address });
    const lengths: number[] = [];
    for await (const { historyLength = 0 } of new Client({ connection }).workflow.list()) lengths.push(historyLength);
    await connection.close();
    expect(lengths.length).toBeGreaterThanOrEqual(people.length);
    expect(Math.max(...lengths)).toBeLessThan(MOST_EVENTS);
  });

  it('keeps to the hours and holidays of its zone, on both sides of each change of its clocks', () => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' });
    const times = people.flatMap(({ received }) => received.map(({ at }) => format.format(new Date(at))));
    const hourOf = (time: string) => Number(time.slice(11, 13));
    const isWeekend = (time: string) => [0, 6].includes(new Date(`${time.slice(0, 10)}T12:00:00Z`).getUTCDay());
    expect(times.length).toBeGreaterThan(NEWCOMERS * WEEKS);
    expect(times.filter((time) => hourOf(time) < HOURS.from || hourOf(time) >= HOURS.to)).toEqual([]);
    expect(times.filter(isWeekend)).toEqual([]);
    expect(times.filter((time) => [...HOLIDAYS, ...HOLIDAYS_OF_WINTER].includes(time.slice(0, 10)))).toEqual([]);
    // The first hour of a day is used in winter and in summer: no hour is lost by a change.
    for (const month of ['2026-03', '2026-04', '2026-10', '2026-11'])
      expect(times.some((time) => time.startsWith(month) && hourOf(time) === HOURS.from)).toBe(true);
  });

  it('keeps its memory, and what it keeps of people, flat', () => {
    for (const name of ['worker', 'API', 'V2 service']) {
      const of = (from: number, to: number) =>
        median(samples.filter(({ week }) => week >= from && week <= to).map(({ memory }) => memory[name] ?? 0));
      expect(of(45, 52), `${name}, bytes`).toBeLessThan(of(9, 16) * 1.25);
    }
    const kept = (week: number) => samples[week - 1]?.kept_rows ?? 0;
    expect(kept(2 * PURGED_EVERY_WEEKS)).toBeLessThan(kept(2 * PURGED_EVERY_WEEKS - 1) * 0.9);
    expect(kept(WEEKS)).toBeLessThan(kept(2 * PURGED_EVERY_WEEKS) * 1.2);
  });

  it('grows by no more in its second half than in its first', () => {
    const bytes = (week: number, of: keyof Sample['bytes']) => samples[week - 1]?.bytes[of] ?? 0;
    // What a first use makes is in the first weeks.
    for (const of of ['engine', 'v2'] as const) {
      const [first, second] = [bytes(28, of) - bytes(4, of), bytes(52, of) - bytes(28, of)];
      expect(second, `the database of ${of}`).toBeLessThan(Math.max(first, MEGABYTE) * 1.5);
    }
  });

  async function playWeek(week: number): Promise<void> {
    if (week === WEEKS / 2) rotateKey();
    if (week % EVERY_WEEKS === 1) await enrollNewcomers(week);
    const end = BEGIN + week * 7 * DAY;
    const isOver = async () => Date.parse((await system.v2<{ now: string }>('GET', '/sandbox/clock')).now) >= end;
    await jumpUntil(system, isOver, { by: end });
    if (week % PURGED_EVERY_WEEKS === 0) await purge();
    samples.push(await takeSample(system, week));
  }

  /** The worker looks for passes that are due once a minute of the wall, in which weeks go by: a setting that is given anew begins one. */
  async function purge(): Promise<void> {
    const days = { messages: 90, timelines: 90, events: 30, logs: 30 };
    expect((await system.api('PUT', '/api/settings/retention', days)).status).toBe(200);
    const due = `select count(*)::int as due from retention where wall_due_at <= now()`;
    await eventually(async () => {
      expect((await readOne<{ due: number }>(system.run().postgres.url, due)).due).toBe(0);
    });
  }

  async function enrollNewcomers(week: number): Promise<void> {
    const leads = await Promise.all(
      Array.from({ length: NEWCOMERS }, async (_, at) => {
        const first_name = `Person${week}x${at}`;
        const behavior = at % 2 === 0 ? { accepts_after: 'P2D' } : {};
        const replies = at % 4 === 0 ? { replies_after: { message: 'P1D' } } : {};
        const body = { first_name, last_name: 'Example', degree: 2, behavior: { ...behavior, ...replies } };
        const { profile_url } = await system.v2<{ profile_url: string }>('POST', '/sandbox/people', body);
        return { profile_url, first_name };
      }),
    );
    const body = { sequence: 'all-year', senders: { professional: account }, leads };
    const answer = await system.api<{ results: { status: string }[] }>('POST', '/api/enrollments/batch', body);
    expect(answer.body.results.map(({ status }) => status)).toEqual(Array(NEWCOMERS).fill('created'));
  }

  /** While people are under way, as an operator does it once a year. */
  function rotateKey(): void {
    const { status, stderr } = spawnSync(process.execPath, [BUILT_COMMAND, 'keys', 'rotate-secret'], {
      env: { ...process.env, OVERTURE_HOME: system.home },
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  }
});

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
