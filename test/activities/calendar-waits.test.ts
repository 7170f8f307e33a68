import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WaitNode } from '../../src/language/plan/nodes/wait.ts';
import type { WaitForNode } from '../../src/language/plan/nodes/wait-for.ts';
import { ask, type Bench, openBench } from './bench.ts';
import { createCountingClient } from './counting-client.ts';

const WORKING = [{ from: 9 * 60, to: 18 * 60 }];
const WEEK_HOURS = [WORKING, WORKING, WORKING, WORKING, WORKING, [], []];

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

let people = 0;
const person = () => ({ profile_url: `https://n.example/in/lead-${++people}`, first_name: 'Ada' });

describe('a wait that needs a calendar', () => {
  const wait = (duration: WaitNode['duration']): WaitNode => ({
    ...{ kind: 'wait', id: 'wait', next: 'end', on_error: { do: 'stop' } },
    duration,
  });
  const schedule = {
    timezone: 'Europe/Paris',
    fallback_timezone: 'Europe/Paris',
    hours: WEEK_HOURS,
    spacing: null,
    holidays: ['FR'],
  };

  it.each([
    [{ unit: 'business_days', count: 2 }, '2027-01-05T10:00:00Z', 'Waits 2 business days'],
    [{ unit: 'until', at: '2027-02-01T09:00' }, '2027-02-01T08:00:00Z', 'Waits for its time'],
    [{ unit: 'weekday', weekday: 0, minutes: 540 }, '2027-01-04T08:00:00Z', 'Waits for its time'],
  ] as const)('of %j reports its deadline', async (duration, until, text) => {
    bench.travel(Date.parse('2026-12-31T10:00:00Z'));
    const plan = await bench.sequence([wait(duration)], { schedule });
    const lead = await bench.enroll(plan, person(), {});
    const result = await bench.activities(createCountingClient().client).perform(ask(lead, 'wait'));
    if (result.status !== 'wait') throw new Error(result.status);
    expect(Math.abs(result.until - Date.parse(until))).toBeLessThan(60_000);
    expect(result.text).toBe(text);
  });

  it('for an event within business days reports its deadline too', async () => {
    const node: WaitForNode = {
      ...{ kind: 'wait_for', id: 'wait_for', next: 'end', on_error: { do: 'stop' } },
      event: 'reply',
      within: { business_days: 1 },
      // biome-ignore lint/suspicious/noThenProperty: the plan's word for where a wait goes on.
      then: 'end',
      else: 'end',
    };
    const plan = await bench.sequence([node], { schedule });
    const lead = await bench.enroll(plan, person(), {});
    const now = bench.clock.now();
    const result = await bench.activities(createCountingClient().client).perform(ask(lead, 'wait_for'));
    if (result.status !== 'wait') throw new Error(result.status);
    expect(result.until).toBeGreaterThan(now);
  });
});
