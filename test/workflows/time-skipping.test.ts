import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { virtualTime, WALL_CLOCK } from '../../src/shared/kit/clock.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { pipeline } from '../engine/plans.ts';
import { planShelf, startDevServer, startTimeSkippingServer } from '../support/temporal.ts';
import { createHarness, dayIn, type Harness } from './harness.ts';
import { scriptedActivities } from './scripted-activities.ts';

const shelf = planShelf();
let environment: TestWorkflowEnvironment;
let harness: Harness;

beforeAll(async () => {
  environment = (await startTimeSkippingServer(shelf)) ?? (await startDevServer(shelf));
  harness = await createHarness(environment, shelf);
});
afterAll(() => environment?.teardown());

describe('a sequence of many days', () => {
  it('runs in moments, each step on its day', async () => {
    const clock = environment.supportsTimeSkipping ? WALL_CLOCK : dayIn(200);
    const days: string[] = [];
    let began = 0;
    const note = async (node: string): Promise<number> => {
      const world = virtualTime(clock, await environment.currentTimeMs());
      began ||= world;
      const day = (world - began) / DAY;
      days.push(`${node} on day ${Math.floor(day + 0.01)}`);
      return world;
    };
    const doneOnDay = async ({ node }: { node: string }) => {
      await note(node);
      return { status: 'done' } as const;
    };
    const script = scriptedActivities({
      visit: doneOnDay,
      invite: doneOnDay,
      withdraw: doneOnDay,
      async inmail() {
        await note('inmail');
        return { status: 'impossible', code: 'NO_SEAT', text: 'No seat' };
      },
      enrich: doneOnDay,
      email: doneOnDay,
      days: async () => ({ status: 'wait', until: (await note('days')) + 4 * DAY, text: '2 business days' }),
      async who() {
        await note('who');
        return { status: 'branch', to: 'else' };
      },
    });
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const id = await harness.start(pipeline, clock);
      expect(await harness.outcome(id)).toBe('no_answer');
    });
    expect(days).toEqual([
      'visit on day 0',
      'invite on day 1',
      'withdraw on day 8',
      'inmail on day 8',
      'enrich on day 8',
      'email on day 8',
      'days on day 11',
      'who on day 15',
    ]);
  });
});
