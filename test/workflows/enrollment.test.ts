import { Context } from '@temporalio/activity';
import { temporal } from '@temporalio/proto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ImportedPage, ImportPage } from '../../src/core/engine/contracts.ts';
import type { PerformResult } from '../../src/core/engine/perform.ts';
import { isBehind } from '../../src/core/engine/progress.ts';
import { signalClock, signalEnrollment } from '../../src/runtime/temporal/signal.ts';
import { startCampaign, startEnrollment } from '../../src/runtime/temporal/start.ts';
import { withHeartbeats } from '../../src/runtime/temporal/with-heartbeats.ts';
import { advanced, atSpeed, createClock, WALL_CLOCK } from '../../src/shared/kit/clock.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { pipeline } from '../engine/plans.ts';
import { planShelf, startDevServer } from '../support/temporal.ts';
import { createHarness, dayIn, type Harness } from './harness.ts';
import { scriptedActivities } from './scripted-activities.ts';

const acceptedAtOnce = (): PerformResult => ({ status: 'done', facts: { connected: true, invited: true } });

let environment: TestWorkflowEnvironment;
let harness: Harness;
const shelf = planShelf();

beforeAll(async () => {
  // A low limit, so that continuing as new happens within a test.
  environment = await startDevServer(shelf, ['--dynamic-config-value', 'limit.historyCount.suggestContinueAsNew=20']);
  harness = await createHarness(environment, shelf);
});
afterAll(() => environment?.teardown());

const until = (condition: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(condition, { timeout: 120_000, interval: 20 });

/** Which of the stretches between two waits of the pipeline a step belongs to; by the script `days` waits for nothing. */
const LEGS = [
  ['visit'],
  ['invite'],
  ['accepted', 'message', 'withdraw', 'inmail', 'enrich', 'email'],
  ['answer', 'days', 'who'],
];
const legOf = (step: string): number => LEGS.findIndex((leg) => leg.includes(step.split('/')[0] ?? ''));

/**
 * Ends the pause and lets the clock stand as good as still again: whoever answers then has days for it, on a busy
 * machine too.
 */
async function endPause(script: ReturnType<typeof scriptedActivities>, id: string): Promise<void> {
  await until(() => expect(script.snapshots(id).at(-1)).toBe('pause active'));
  await signalClock(harness.client, id, advanced(WALL_CLOCK, Date.now(), DAY + HOUR));
}

describe('an enrollment in Temporal', () => {
  it('performs each step once and reports where it stands at every wait and at the end', async () => {
    const script = scriptedActivities({ invite: acceptedAtOnce });
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const id = await harness.start(pipeline);
      await endPause(script, id);
      await until(() => expect(script.snapshots(id).at(-1)).toBe('answer active'));
      await harness.signal(id, { id: 'evt_1', type: 'reply' });
      expect(await harness.outcome(id)).toBe('warm');
      expect(script.walk(id)).toEqual(['visit/1/0', 'invite/1/0', 'message/1/0']);
      expect(script.snapshots(id)).toEqual(['pause active', 'answer active', 'warm finished']);
    });
  });

  it('ends on a reply that comes during a wait, and performs nothing after it', async () => {
    const script = scriptedActivities();
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const id = await harness.start(pipeline);
      await until(() => expect(script.standing(id)).toMatchObject({ status: 'active', kind: 'time' }));
      expect(await harness.signal(id, { id: 'evt_1', type: 'reply' })).toBe('delivered');
      expect(await harness.outcome(id)).toBe('replied');
      expect(script.walk(id)).toEqual(['visit/1/0']);
      expect(script.standing(id)).toEqual({ status: 'finished', outcome: 'replied' });
      expect(await harness.signal(id, { id: 'evt_2', type: 'stop' })).toBe('gone');
    });
  });

  it('lets a step under way end, then stops', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const script = scriptedActivities({
      async visit() {
        await held;
        return { status: 'done' };
      },
    });
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const id = await harness.start(pipeline);
      await until(() => expect(script.walk(id)).toHaveLength(1));
      await harness.signal(id, { id: 'evt_1', type: 'unsubscribed' });
      release();
      expect(await harness.outcome(id)).toBe('unsubscribed');
      expect(script.walk(id)).toEqual(['visit/1/0']);
    });
  });

  it('ends as stopped when somebody cancels its workflow while it waits, and says why', async () => {
    const script = scriptedActivities();
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const id = await harness.start(pipeline);
      await until(() => expect(script.snapshots(id)).toEqual(['pause active']));
      await harness.handle(id).cancel();
      expect(await harness.outcome(id)).toBe('stopped');
      expect(script.standing(id)).toEqual({ status: 'finished', outcome: 'stopped' });
      expect(script.endings(id)).toMatchObject([{ cancelled: true }]);
      expect(script.walk(id)).toEqual(['visit/1/0']);
    });
  });

  it('lets a step under way end, a normal activity too, when somebody cancels its workflow', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let tries = 0;
    const script = scriptedActivities({
      async visit() {
        if (++tries <= 3) throw new Error('the database is away');
        await held;
        return { status: 'done' };
      },
    });
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const id = await harness.start(pipeline);
      await until(() => expect(tries).toBe(4));
      await harness.handle(id).cancel();
      release();
      expect(await harness.outcome(id)).toBe('stopped');
      expect(script.walk(id)).toHaveLength(4);
      expect(script.standing(id)).toEqual({ status: 'finished', outcome: 'stopped' });
    });
  });

  it('takes repeated, reordered and senseless signals, some from before it began', async () => {
    const script = scriptedActivities();
    const id = await harness.start(pipeline);
    // No worker runs yet: all of these wait in the history when the walk begins.
    await harness.signal(id, { id: 'evt_accept', type: 'accepted_invitation' });
    await harness.signal(id, { id: 'evt_accept', type: 'accepted_invitation' });
    await harness.signal(id, { id: 'evt_resume', type: 'resume' });
    await harness.signal(id, { id: 'evt_nudge', type: 'nudge' });
    await harness.handle(id).signal('event', { type: 'reply' });
    await harness.handle(id).signal('event', { id: 'evt_what', type: 'what' });
    await harness.handle(id).signal('event', null);
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      await endPause(script, id);
      await until(() => expect(script.snapshots(id).at(-1)).toBe('answer active'));
      await Promise.all([1, 2, 3].map(() => harness.signal(id, { id: 'evt_reply', type: 'reply' })));
      expect(await harness.outcome(id)).toBe('warm');
      expect(script.walk(id)).toEqual(['visit/1/0', 'invite/1/0', 'message/1/0']);
    });
  });

  it('sleeps once for a deferred step, then asks again in the same visit', async () => {
    const clock = dayIn(100);
    const script = scriptedActivities({
      visit: ({ attempt }) =>
        attempt === 0
          ? { status: 'deferred', until: createClock(clock).now() + 30 * DAY, kind: 'slot', text: 'Monday 09:00' }
          : { status: 'stopped', outcome: 'stopped' },
    });
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const id = await harness.start(pipeline, clock);
      expect(await harness.outcome(id)).toBe('stopped');
      expect(Date.now() - clock.wall_origin).toBeGreaterThanOrEqual(3000);
      expect(script.walk(id)).toEqual(['visit/1/0', 'visit/1/1']);
      expect(script.snapshots(id)).toEqual(['visit active', 'visit finished']);
    });
  });

  it('follows virtual time when it is moved or sped up while it waits', async () => {
    const script = scriptedActivities();
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const id = await harness.start(pipeline);
      await until(() => expect(script.snapshots(id)).toHaveLength(1));
      const moved = advanced(WALL_CLOCK, Date.now(), DAY + HOUR);
      await signalClock(harness.client, id, moved);
      await until(() => expect(script.snapshots(id)).toEqual(['pause active', 'accepted active']));
      expect(script.standing(id)).toMatchObject({ kind: 'event' });
      await signalClock(harness.client, id, atSpeed(moved, Date.now(), DAY / 20));
      // Told late by whoever has not heard of the newer one.
      await signalClock(harness.client, id, moved);
      expect(await harness.outcome(id)).toBe('no_answer');
      expect(script.walk(id)).toEqual(
        ['visit', 'invite', 'accepted', 'withdraw', 'inmail', 'answer', 'days', 'who'].map((node) => `${node}/1/0`),
      );
    });
  });

  it('learns from a step that is ahead of its time how virtual time goes', async () => {
    const now = Date.now();
    const script = scriptedActivities({
      visit: ({ attempt }) =>
        attempt === 0
          ? {
              status: 'deferred',
              until: now + DAY,
              kind: 'time',
              text: 'Waits until it is due',
              clock: atSpeed(WALL_CLOCK, now, DAY / 100),
            }
          : { status: 'stopped', outcome: 'stopped' },
    });
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      expect(await harness.outcome(await harness.start(pipeline))).toBe('stopped');
    });
  });

  it('waits for a person, and performs a new visit when the first was not sent', async () => {
    const script = scriptedActivities({
      visit: ({ visit }) =>
        visit === 1
          ? { status: 'needs_person', task_id: 'tsk_1', text: 'Was it sent?' }
          : { status: 'stopped', outcome: 'stopped' },
    });
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const id = await harness.start(pipeline);
      await until(() =>
        expect(script.standing(id)).toMatchObject({ status: 'needs_person', text: 'Was it sent?', until: null }),
      );
      await harness.signal(id, { id: 'evt_1', type: 'decided', task_id: 'tsk_1', decision: 'not_sent' });
      expect(await harness.outcome(id)).toBe('stopped');
      expect(script.walk(id)).toEqual(['visit/1/0', 'visit/2/0']);
    });
  });

  it('goes on when an activity fails for longer than local retries last, with few events in the history', async () => {
    let failures = 0;
    const script = scriptedActivities({
      visit() {
        if (++failures <= 4) throw new Error('the database is away, canary-7f3a');
        return { status: 'stopped', outcome: 'stopped' };
      },
    });
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const id = await harness.start(pipeline);
      expect(await harness.outcome(id)).toBe('stopped');
      const { events } = await harness.handle(id).fetchHistory();
      expect(events?.length).toBeLessThan(25);
      expect(readable(events)).not.toContain('canary-7f3a');
    });
  });

  it('continues as new at a wait, with its state, and performs nothing again', async () => {
    const turns = 5;
    const script = scriptedActivities({
      visit: ({ attempt }) =>
        attempt < turns
          ? { status: 'deferred', until: Date.now() + 50, kind: 'slot', text: `Turn ${attempt}` }
          : { status: 'done' },
      invite: () => ({ status: 'stopped', outcome: 'stopped' }),
    });
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const id = await harness.start(pipeline);
      const first = (await harness.handle(id).describe()).runId;
      await until(() => expect(script.walk(id)).toHaveLength(turns + 1));
      await harness.signal(id, { id: 'evt_1', type: 'stop' });
      expect(await harness.outcome(id)).toBe('stopped');
      expect((await harness.handle(id).describe()).runId).not.toBe(first);
      expect(script.walk(id)).toEqual(Array.from({ length: turns + 1 }, (_, attempt) => `visit/1/${attempt}`));
      const all = script.progress(id).map((progress) => progress ?? []);
      for (const [at, later] of all.slice(1).entries()) expect(isBehind(all[at] ?? [], later)).toBe(true);
      expect(all[0]?.[0]).toBe(0);
      expect(all.at(-1)?.[0]).toBeGreaterThan(0);
    });
  });

  it('walks the same when every task must replay, because two of six workflows fit the cache', async () => {
    const script = scriptedActivities({ inmail: () => ({ status: 'impossible', code: 'NO_SEAT', text: '' }) });
    const worker = await harness.worker(script, { maxCachedWorkflows: 2 });
    await worker.runUntil(async () => {
      const ids = await Promise.all(Array.from({ length: 6 }, () => harness.start(pipeline)));
      // Time moves only when every task is done: a task that is done anew, because it took too long or a signal met its end, asks
      // again for what it held, and would hold what lies before a wait if the wait were over as soon as it begins.
      const standAt = (where: string, which: readonly string[]) =>
        until(async () => {
          for (const id of which) {
            expect(script.snapshots(id).at(-1)).toBe(where);
            expect((await harness.handle(id).describe()).raw.pendingWorkflowTask ?? null).toBeNull();
          }
        });
      let clock = WALL_CLOCK;
      const goOn = async (by: number) => {
        clock = advanced(clock, Date.now(), by);
        await Promise.all(ids.map((id) => signalClock(harness.client, id, clock)));
      };
      const [accepting, silent] = [ids.slice(0, 3), ids.slice(3)];
      await standAt('pause active', ids);
      await goOn(DAY + HOUR);
      await standAt('accepted active', ids);
      await Promise.all(accepting.map((id) => harness.signal(id, { id: 'evt_1', type: 'accepted_invitation' })));
      await standAt('answer active', accepting);
      await goOn(7 * DAY + HOUR);
      await standAt('answer active', silent);
      await goOn(3 * DAY + HOUR);
      const outcomes = await Promise.all(ids.map(harness.outcome));
      expect(outcomes).toEqual(ids.map(() => 'no_answer'));
      const ACCEPTED = ['visit', 'invite', 'message', 'answer', 'days', 'who'];
      const SILENT = ['visit', 'invite', 'accepted', 'withdraw', 'inmail', 'enrich', 'email', 'answer', 'days', 'who'];
      for (const id of ids) {
        const walk = script.walk(id);
        const expected = (accepting.includes(id) ? ACCEPTED : SILENT).map((node) => `${node}/1/0`);
        expect([...new Set(walk)]).toEqual(expected);
        // What lies before a wait that is over is never asked again.
        const legs = walk.map(legOf);
        expect(legs).toEqual(legs.toSorted());
      }
    });
  });
});

describe('what the history holds', () => {
  it("is the plan's digest, readable summaries, and nothing else in the clear", async () => {
    const plan = { ...pipeline, description: 'canary-plan', sequence: 'canary-sequence' };
    const script = scriptedActivities({
      visit: () => ({ status: 'deferred', until: Date.now() + 3_600_000, kind: 'slot', text: 'canary-text' }),
    });
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const id = await harness.start(plan);
      const waits = /Visit the profile \(visit\): waits for slot until \d{4}-/;
      await until(async () => expect(readable((await harness.handle(id).fetchHistory()).events)).toMatch(waits));
      await harness.signal(id, { id: 'canary-event', type: 'stop' });
      await harness.outcome(id);
      const { events } = await harness.handle(id).fetchHistory();
      const text = readable(events);
      expect(text).not.toMatch(/canary/);
      expect(text).toContain(`{"overture_plan":"${shelf.add(plan)}"}`);
      expect(
        events?.some(({ workflowExecutionSignaledEventAttributes }) => workflowExecutionSignaledEventAttributes),
      ).toBe(true);
    });
  });

  it('waits for a plan that cannot be loaded yet', async () => {
    const script = scriptedActivities({ visit: () => ({ status: 'stopped', outcome: 'stopped' }) });
    shelf.failNext(1);
    const id = await harness.start({ ...pipeline, description: 'never loaded before' });
    const worker = await harness.worker(script);
    await worker.runUntil(async () => expect(await harness.outcome(id)).toBe('stopped'));
    const { events } = await harness.handle(id).fetchHistory();
    expect(events?.some(({ workflowTaskFailedEventAttributes }) => workflowTaskFailedEventAttributes)).toBe(true);
  });
});

describe('starting and signaling', () => {
  it('starts an enrollment once, also after its end', async () => {
    const script = scriptedActivities({ visit: () => ({ status: 'stopped', outcome: 'stopped' }) });
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const once = { enrollment_id: 'enr_once', digest: shelf.add(pipeline), clock: WALL_CLOCK };
      await startEnrollment(harness.client, once);
      await startEnrollment(harness.client, once);
      await harness.outcome('enr_once');
      expect(await startEnrollment(harness.client, once)).toBe('already_there');
      expect(script.walk('enr_once')).toEqual(['visit/1/0']);
    });
  });

  it('says gone for an enrollment that never was, and starts nothing', async () => {
    expect(await signalEnrollment(harness.client, 'enr_never', { id: 'e', type: 'stop' })).toBe('gone');
    await expect(harness.handle('enr_never').describe()).rejects.toThrow();
  });
});

describe('a campaign in Temporal', () => {
  it('imports its source page by page until it is exhausted', async () => {
    const script = scriptedActivities();
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      await startCampaign(harness.client, { campaign_id: 'cmp_1' });
      await harness.client.workflow.getHandle('cmp:cmp_1').result();
      expect(script.imported).toEqual([0, 100, 200]);
    });
  });
});

describe('the page of a worker', () => {
  it('that was killed is asked for again within seconds, and of one that lives it is waited for', async () => {
    const attempts: string[] = [];
    const alive = withHeartbeats(async (campaign_id: string) => {
      attempts.push(campaign_id);
      await Promise.race([Context.current().sleep('12 seconds'), Context.current().cancelled]);
    });
    const importPage = async ({ campaign_id }: ImportPage): Promise<ImportedPage> => {
      if (campaign_id === 'cmp_slow') await alive(campaign_id);
      else {
        attempts.push(campaign_id);
        // Nothing is heard of it any more.
        if (attempts.filter((one) => one === campaign_id).length === 1) await Context.current().cancelled;
      }
      return { next_offset: null };
    };
    const script = scriptedActivities();
    const worker = await harness.worker(script, { activities: { ...script.activities, importPage } });
    await worker.runUntil(async () => {
      const began = Date.now();
      await startCampaign(harness.client, { campaign_id: 'cmp_killed' });
      await startCampaign(harness.client, { campaign_id: 'cmp_slow' });
      await harness.client.workflow.getHandle('cmp:cmp_killed').result();
      expect(Date.now() - began).toBeLessThan(50_000);
      await harness.client.workflow.getHandle('cmp:cmp_slow').result();
      expect(attempts.toSorted()).toEqual(['cmp_killed', 'cmp_killed', 'cmp_slow']);
    });
  });
});

describe('a campaign whose workflow is cancelled', () => {
  it('ends with the page that is under way, and says so where it stands', async () => {
    const script = scriptedActivities();
    const first = script.holdImport();
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      await startCampaign(harness.client, { campaign_id: 'cmp_cancelled' });
      const handle = harness.client.workflow.getHandle('cmp:cmp_cancelled');
      await until(() => expect(script.imported).toEqual([0]));
      await handle.cancel();
      first.release();
      await handle.result();
      expect(script.imported).toEqual([0, 'cancelled']);
    });
  });
});

/** All of a history's bytes, as text. */
function readable(events: temporal.api.history.v1.IHistoryEvent[] | null | undefined): string {
  return Buffer.from(temporal.api.history.v1.History.encode({ events: events ?? [] }).finish()).toString('latin1');
}
