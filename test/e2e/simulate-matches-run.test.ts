import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walkAll } from '../../src/core/simulate/walk/walk-all.ts';
import type { Answers, Run } from '../../src/core/simulate/walk/walk-input.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { HOUR, MINUTE, SECOND } from '../../src/shared/kit/duration.ts';
import { allEnrollments, whatReachedThem } from './support/judge.ts';
import { jumpUntil } from './support/jump-until.ts';
import { sharedServers } from './support/shared-servers.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

// Sends are hours apart: their order is decided by the calendar, not by which of two timers fires first. Visits keep no distance.
const SEQUENCE = `sequence: compared
schedule:
  timezone: Europe/Paris
  hours: { daily: "04:00-21:00" }
  spacing: 2h..3h
limits: { visits: 40/day, invites: 6/day, messages: 6/day, inmails: 4/day }
steps:
  - invite: Shall we talk?
  - wait_for: accepted_invitation
    within: 36 hours
    then:
      - message: Thank you!
      - wait: 12 hours
      - visit
    else:
      - withdraw
      - inmail: { subject: Once more, text: Shall we talk? }
        else: [end: unreachable]
  - end: over
`;

const ZONE = 'Europe/Paris';
const LEADS = 6;
/** Delay that timers, activities and webhooks add on the way to one send, and so to all that follows. */
const LATENCY = 2 * MINUTE;

/** Behavior of each lead: the even ones accept after a day, every fourth answers the message. */
const accepts = (index: number): boolean => index % 2 === 0;
const answers = (index: number): boolean => index % 4 === 0;

const ACCEPTS_AFTER = 24 * HOUR;
const ANSWERS_AFTER = 6 * HOUR;

interface Sent {
  readonly lead: number;
  readonly kind: string;
  readonly at: number;
}

const isVisit = ({ kind }: Sent): boolean => kind === 'visit';
const isSend = (sent: Sent): boolean => !isVisit(sent);
const byLead = (sent: readonly Sent[]): Sent[] => [...sent].sort((a, b) => a.lead - b.lead);

describe('a simulation and a real run with the same leads, ids and answers', () => {
  let system: Overture;
  beforeAll(async () => {
    // Sunday evening: nothing goes out before all are enrolled.
    system = await startOverture({
      world: '2026-03-01T23:30:00Z',
      env: { OVERTURE_DEMO: '0' },
      servers: await sharedServers(),
    });
  }, 360_000);
  afterAll(() => system.dispose());

  it('send the same to the same people in the same order, at the times that were booked', async () => {
    const { account_id } = await system.v2<{ account_id: string }>('POST', '/sandbox/accounts', {
      ...{ platform: 'professional', name: 'Anna Keller', country: 'FR', products: ['premium_navigator'] },
    });
    expect((await system.api('POST', '/api/sequences', SEQUENCE)).status).toBe(201);
    const ids: string[] = [];
    for (let index = 0; index < LEADS; index++) ids.push(await enrollOne(index, account_id));
    const simulated = simulateThem(ids, account_id);

    // The first booked places, to the millisecond.
    const until = new Map((await allEnrollments(system)).map((one) => [one.id, Date.parse(one.until ?? '')]));
    const booked = ids.map((id) => until.get(id));
    expect(booked).toEqual(ids.map((id) => simulated.slots.find(({ step }) => step.startsWith(`${id}/`))?.at));

    // From one moment to the next at which anything is due: a slow machine makes nobody late.
    await jumpUntil(system, async () => (await allEnrollments(system)).every(({ status }) => status === 'finished'));
    const real = await sentByRun(ids);
    const expected = sentBySimulation(simulated, ids);
    for (const isOne of [isSend, isVisit]) {
      const inOrder = (sent: readonly Sent[]) => (isOne === isSend ? sent : byLead(sent)).filter(isOne);
      const [were, should] = [inOrder(real), inOrder(expected)];
      expect(were.map(({ lead, kind }) => `${kind} to ${lead}`)).toEqual(
        should.map(({ lead, kind }) => `${kind} to ${lead}`),
      );
      for (const [index, { at }] of were.entries()) {
        const late = at - (should[index]?.at ?? 0);
        expect(late).toBeGreaterThanOrEqual(-SECOND);
        expect(late).toBeLessThanOrEqual(LATENCY);
      }
    }
    const outcomes = new Map((await allEnrollments(system)).map(({ id, outcome }) => [id, outcome]));
    expect(ids.map((id) => outcomes.get(id))).toEqual(simulated.enrollments.map(({ outcome }) => outcome));
  });

  /** One after the other, each with its place booked, so that both runs meet them in the same order. */
  async function enrollOne(index: number, professional: string): Promise<string> {
    const { profile_url } = await system.v2<{ profile_url: string }>('POST', '/sandbox/people', {
      ...{ first_name: `Person${index}`, last_name: 'Example', degree: 2 },
      behavior: {
        ...(accepts(index) ? { accepts_after: 'P1D' } : {}),
        ...(answers(index) ? { replies_after: { message: 'PT6H' } } : {}),
      },
    });
    const { status, body } = await system.api<{ id: string }>('POST', '/api/enrollments', {
      ...{ sequence: 'compared', lead: { profile_url, first_name: `Person${index}` }, senders: { professional } },
    });
    expect(status).toBe(201);
    const isBooked = async () =>
      (await allEnrollments(system)).find(({ id }) => id === body.id)?.waiting_for?.kind === 'slot';
    await expect.poll(isBooked, { timeout: 120_000, interval: 200 }).toBe(true);
    return body.id;
  }

  async function sentByRun(ids: readonly string[]): Promise<Sent[]> {
    const people = await whatReachedThem(system);
    return people
      .flatMap(({ enrollment, received }) =>
        received.map(({ kind, at }) => ({
          lead: ids.indexOf(enrollment.id),
          kind: kind === 'invitation' ? 'invite' : kind,
          at: Date.parse(at),
        })),
      )
      .sort((a, b) => a.at - b.at);
  }
});

function simulateThem(ids: readonly string[], professional: string): Run {
  const compiled = compileSequence(SEQUENCE);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  const starts_at = Date.parse('2026-03-01T23:30:00Z');
  const behave: Answers = {
    after({ kind, outcome, enrollment_id, at }) {
      const index = ids.indexOf(enrollment_id);
      if (outcome !== 'done') return [];
      if (kind === 'invite' && accepts(index))
        return [{ enrollment_id, at: at + ACCEPTS_AFTER, event: 'accepted_invitation' }];
      return kind === 'message' && answers(index) ? [{ enrollment_id, at: at + ANSWERS_AFTER, event: 'reply' }] : [];
    },
  };
  return walkAll({
    enrollments: ids.map((id) => ({
      ...{ id, lead: {}, vars: {}, plan: compiled.plan, senders: { professional }, starts_at },
    })),
    accounts: [{ id: professional, name: 'Anna', zone: ZONE, daily_limit: null, profile: null, first_send_at: null }],
    answers: behave,
    until: starts_at + 30 * 24 * HOUR,
  });
}

const REACHES: readonly string[] = ['invite', 'message', 'inmail', 'visit'];

function sentBySimulation({ enrollments }: Run, ids: readonly string[]): Sent[] {
  return enrollments
    .flatMap(({ id, timeline }) =>
      timeline
        .filter(({ kind, sender }) => sender !== undefined && REACHES.includes(kind))
        .map(({ kind, at }) => ({ lead: ids.indexOf(id), kind, at })),
    )
    .sort((a, b) => a.at - b.at);
}
