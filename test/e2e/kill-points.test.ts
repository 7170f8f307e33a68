import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KILL_POINTS, KILLS_FILE, killAt } from '../support/kill-at.ts';
import { allEnrollments, type Person, whatReachedThem } from './support/judge.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

const LEADS = 8;
// Each life of the worker dies once, at the second or third step that comes to its point: work is done and work is lost.
// While a call is under way twice: there the most is at stake.
const FAULTS = [
  ...KILL_POINTS.map((point) => `${point}:2`),
  'intent_committed:3',
  'bytes_sent:3',
  'response_received:3',
];

const SEQUENCE = `sequence: kill-points
steps:
  - visit
  - invite: "Shall we talk, {{ first_name }}?"
  - wait_for: accepted_invitation
    within: 30 days
    else:
      - end: not_accepted
  - message: "Thank you, {{ first_name }}."
`;

describe('a worker that is killed at each point of a step', () => {
  let system: Overture;
  let people: Person[];

  beforeAll(async () => {
    // Proof that a call did not go out takes a little longer than its timeout: a short one keeps the run short.
    const env = { OVERTURE_DEMO: '0', V2_TIMEOUT: '3', ...killAt(FAULTS) };
    system = await startOverture({ env });
    await system.speedUp(60);
  }, 360_000);
  afterAll(() => system.dispose());

  it('brings everybody through the whole sequence', async () => {
    const account = await system.v2<{ account_id: string }>('POST', '/sandbox/accounts', {
      platform: 'professional',
      name: 'Anna Keller',
      country: 'FR',
      products: ['classic'],
    });
    expect(await system.api('POST', '/api/sequences', SEQUENCE)).toMatchObject({ status: 201 });
    const leads = [];
    for (let index = 0; index < LEADS; index++) {
      const first_name = `Person${index}`;
      const person = { first_name, last_name: 'Example', degree: 2, behavior: { accepts_after: 'PT0S' } };
      const { profile_url } = await system.v2<{ profile_url: string }>('POST', '/sandbox/people', person);
      leads.push({ profile_url, first_name });
    }
    const { body } = await system.api<{ results: { status: string }[] }>('POST', '/api/enrollments/batch', {
      sequence: 'kill-points',
      senders: { professional: account.account_id },
      leads,
    });
    expect(body.results.map(({ status }) => status)).toEqual(Array(LEADS).fill('created'));
    await expect
      .poll(async () => (await allEnrollments(system)).filter(({ outcome }) => outcome !== 'completed'), {
        timeout: 480_000,
        interval: 1000,
      })
      .toEqual([]);
    people = await whatReachedThem(system);
  }, 540_000);

  it('was truly killed, at every point and each time in another process', () => {
    const deaths = readFileSync(join(system.home, KILLS_FILE), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { pid: number; fault: string });
    expect(deaths.map(({ fault }) => fault)).toEqual(FAULTS);
    expect(new Set([...deaths.map(({ pid }) => pid), system.run().pids.worker]).size).toBe(FAULTS.length + 1);
  });

  it('visits, invites and writes to everybody exactly once, in this order', () => {
    expect(people).toHaveLength(LEADS);
    for (const { enrollment, received } of people) {
      const inOrder = [...received].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
      expect(
        inOrder.map(({ kind }) => kind),
        enrollment.lead?.first_name,
      ).toEqual(['visit', 'invitation', 'message']);
    }
  });
});
