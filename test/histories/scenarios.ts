import { expect, vi } from 'vitest';
import { advance } from '../../src/core/engine/advance.ts';
import { initialState } from '../../src/core/engine/initial-state.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { restartEnrollment } from '../../src/runtime/temporal/restart.ts';
import { moveEnrollment, signalClock } from '../../src/runtime/temporal/signal.ts';
import { startCampaign } from '../../src/runtime/temporal/start.ts';
import { advanced, WALL_CLOCK } from '../../src/shared/kit/clock.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { NEVER } from '../../src/shared/kit/never.ts';
import { labeling, optimized, pipeline } from '../engine/plans.ts';
import { dayIn, type Harness } from '../workflows/harness.ts';
import { scriptedActivities } from '../workflows/scripted-activities.ts';
import { moveOf, twoVersions } from './moved-plans.ts';

/** One way through the workflows that later versions must still be able to replay. */
export interface Scenario {
  readonly name: string;
  readonly plans: readonly Plan[];
  /** Drives it to its end; returns the workflow's id. */
  run(harness: Harness): Promise<string>;
}

const until = (condition: () => void): Promise<void> => vi.waitFor(condition, { timeout: 120_000, interval: 20 });

const enrollment = (
  name: string,
  answers: Parameters<typeof scriptedActivities>[0],
  drive: (harness: Harness, script: ReturnType<typeof scriptedActivities>) => Promise<string>,
): Scenario => ({
  name,
  plans: [pipeline],
  async run(harness) {
    const script = scriptedActivities(answers);
    const worker = await harness.worker(script);
    return worker.runUntil(async () => {
      const id = await drive(harness, script);
      await harness.outcome(id);
      return `enr:${id}`;
    });
  },
});

/** An enrollment whose steps write where the walk stands; `drive` makes them answer as it likes. */
const enrollmentWithSnapshots = (
  name: string,
  scripted: (gate: Gate) => Parameters<typeof scriptedActivities>[0],
  drive: (harness: Harness, script: ReturnType<typeof scriptedActivities>, gate: Gate) => Promise<string>,
): Scenario => ({
  name: `settled-${name}`,
  plans: [pipeline],
  async run(harness) {
    const gate = openGate();
    const script = scriptedActivities(scripted(gate), pipeline);
    const worker = await harness.worker(script);
    return worker.runUntil(async () => {
      const id = await drive(harness, script, gate);
      await harness.outcome(id);
      return `enr:${id}`;
    });
  },
});

interface Gate {
  /** Fails as often as is tried locally, and is under way from then on, as a normal activity, until it is released. */
  pass(): Promise<void>;
  isReached(): boolean;
  release(): void;
}

function openGate(): Gate {
  let tries = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    async pass() {
      if (++tries <= 3) throw new Error('the database is away');
      await released;
    },
    isReached: () => tries > 3,
    release: () => release(),
  };
}

const done = { status: 'done' } as const;

/** Says only when asked for a second time that the acceptance had happened by its deadline. */
function lateNews(): Parameters<typeof scriptedActivities>[0] {
  let looks = 0;
  return {
    accepted({ deadline }) {
      if (deadline === undefined) return done;
      const text = 'waits to hear what had happened';
      return ++looks === 1
        ? { status: 'deferred', until: NEVER, kind: 'account', text }
        : { ...done, facts: { connected: true } };
    },
  };
}

export const SCENARIOS: readonly Scenario[] = [
  enrollmentWithSnapshots(
    'accepted-then-replied',
    () => ({}),
    async (harness, script) => {
      const id = await harness.start(pipeline, dayIn(1500));
      await until(() => expect(script.snapshots(id).at(-1)).toBe('accepted active'));
      await harness.signal(id, { id: 'evt_1', type: 'nudge' });
      await harness.signal(id, { id: 'evt_2', type: 'accepted_invitation' });
      await until(() => expect(script.snapshots(id).at(-1)).toBe('answer active'));
      await harness.signal(id, { id: 'evt_3', type: 'reply' });
      return id;
    },
  ),
  {
    name: 'settled-labeled',
    plans: [labeling],
    async run(harness) {
      const script = scriptedActivities({}, labeling);
      const worker = await harness.worker(script);
      return worker.runUntil(async () => {
        const id = await harness.start(labeling, dayIn(1500));
        await until(() => expect(script.snapshots(id).at(-1)).toBe('first active'));
        await harness.signal(id, { id: 'evt_1', type: 'reply' });
        await harness.signal(id, { id: 'evt_2', type: 'labeled' });
        await until(() => expect(script.snapshots(id).at(-1)).toBe('second active'));
        await harness.signal(id, { id: 'evt_3', type: 'unlabeled' });
        await harness.signal(id, { id: 'evt_4', type: 'labeled' });
        await harness.outcome(id);
        return `enr:${id}`;
      });
    },
  },
  {
    name: 'settled-optimized-split',
    plans: [optimized],
    async run(harness) {
      // The draw is the activity's: the walk takes what it was answered, also where an answer is lost and given again.
      let tries = 0;
      const script = scriptedActivities(
        {
          split() {
            if (++tries === 1) throw new Error('the database is away');
            return { status: 'branch', to: 'short' };
          },
        },
        optimized,
      );
      const worker = await harness.worker(script);
      return worker.runUntil(async () => {
        const id = await harness.start(optimized, dayIn(1500));
        await until(() => expect(script.snapshots(id).at(-1)).toBe('short-reply active'));
        await harness.signal(id, { id: 'evt_1', type: 'reply' });
        expect(await harness.outcome(id)).toBe('short_replied');
        return `enr:${id}`;
      });
    },
  },
  enrollmentWithSnapshots(
    'told-during-a-step',
    (gate) => ({
      async invite() {
        await gate.pass();
        return done;
      },
    }),
    async (harness, script, gate) => {
      const id = await harness.start(pipeline, dayIn(1500));
      await until(() => expect(gate.isReached()).toBe(true));
      await harness.signal(id, { id: 'evt_1', type: 'nudge' });
      gate.release();
      await until(() => expect(script.snapshots(id).at(-1)).toBe('accepted active'));
      await harness.signal(id, { id: 'evt_2', type: 'refused' });
      return id;
    },
  ),
  enrollmentWithSnapshots(
    'paused-during-a-step',
    (gate) => ({
      async visit() {
        await gate.pass();
        return done;
      },
    }),
    async (harness, script, gate) => {
      const id = await harness.start(pipeline);
      await until(() => expect(gate.isReached()).toBe(true));
      await harness.signal(id, { id: 'evt_1', type: 'pause' });
      gate.release();
      await until(() => expect(script.snapshots(id).at(-1)).toBe('pause paused'));
      await harness.signal(id, { id: 'evt_2', type: 'resume' });
      await until(() => expect(script.snapshots(id).at(-1)).toBe('pause active'));
      await harness.signal(id, { id: 'evt_3', type: 'stop' });
      return id;
    },
  ),
  enrollmentWithSnapshots(
    'put-off-and-asked',
    () => ({
      visit: ({ attempt }) =>
        attempt === 0 ? { status: 'deferred', until: Date.now() + 30 * DAY, kind: 'slot', text: 'Tomorrow' } : done,
      invite: ({ visit }) => (visit === 1 ? { status: 'needs_person', task_id: 'tsk_1', text: 'Was it sent?' } : done),
      days: () => ({ status: 'wait', until: Date.now() + 30 * DAY, text: '2 business days' }),
      who: () => ({ status: 'branch', to: 'else' }),
    }),
    async (harness, script) => {
      const id = await harness.start(pipeline, dayIn(50));
      await until(() => expect(script.snapshots(id).at(-1)).toBe('visit active'));
      await harness.signal(id, {
        ...{ id: 'evt_1', type: 'reschedule', node: 'visit', visit: 1 },
        until: Date.now() + 20 * DAY,
      });
      await harness.signal(id, { id: 'evt_2', type: 'nudge' });
      await until(() => expect(script.snapshots(id).at(-1)).toBe('invite needs_person'));
      await harness.signal(id, { id: 'evt_3', type: 'pause' });
      await harness.signal(id, { id: 'evt_4', type: 'decided', task_id: 'tsk_1', decision: 'not_sent' });
      await harness.signal(id, { id: 'evt_5', type: 'resume' });
      return id;
    },
  ),
  enrollment('accepted-then-replied', {}, async (harness, script) => {
    const id = await harness.start(pipeline, dayIn(300));
    await until(() => expect(script.snapshots(id).at(-1)).toBe('accepted active'));
    await harness.signal(id, { id: 'evt_1', type: 'accepted_invitation' });
    await harness.signal(id, { id: 'evt_1', type: 'accepted_invitation' });
    await until(() => expect(script.snapshots(id).at(-1)).toBe('answer active'));
    await harness.signal(id, { id: 'evt_2', type: 'reply' });
    return id;
  }),
  enrollmentWithSnapshots('deadline-looks-back', lateNews, async (harness, script) => {
    const id = await harness.start(pipeline, dayIn(100));
    // Awaited, and then put off: its account has not been heard.
    await until(() => expect(script.snapshots(id).slice(-2)).toEqual(['accepted active', 'accepted active']));
    await harness.signal(id, { id: 'evt_1', type: 'nudge' });
    return id;
  }),
  enrollmentWithSnapshots(
    'begun-again',
    () => ({}),
    async (harness, script) => {
      const [id, clock] = [await harness.start(pipeline, dayIn(1500)), dayIn(1500)];
      await until(() => expect(script.snapshots(id).at(-1)).toBe('accepted active'));
      await harness.handle(id).terminate();
      // As the worker kept it with the first step.
      const { state } = advance(pipeline, initialState(pipeline, id), { type: 'start', at: Date.now() });
      const steps = script.walk(id).length;
      const again = { enrollment_id: id, clock, state, run: 1, digest: harness.add(pipeline), again: 'recorded' };
      await restartEnrollment(harness.client, again);
      await until(() => {
        expect(script.walk(id).length).toBeGreaterThan(steps);
        expect(script.snapshots(id).at(-1)).toBe('accepted active');
      });
      await harness.signal(id, { id: 'evt_1', type: 'reply' });
      return id;
    },
  ),
  enrollmentWithSnapshots(
    'cancelled-during-a-step',
    (gate) => ({
      async visit() {
        await gate.pass();
        return done;
      },
    }),
    async (harness, _, gate) => {
      const id = await harness.start(pipeline);
      await until(() => expect(gate.isReached()).toBe(true));
      await harness.handle(id).cancel();
      gate.release();
      return id;
    },
  ),
  enrollment(
    'nobody-answers',
    {
      visit: ({ attempt }) =>
        attempt === 0
          ? { status: 'deferred', until: Date.now() + DAY, kind: 'slot', text: 'Tomorrow' }
          : { status: 'done' },
      inmail: () => ({ status: 'impossible', code: 'NO_SEAT', text: 'No seat' }),
      days: () => ({ status: 'wait', until: Date.now() + 30 * DAY, text: '2 business days' }),
      who: () => ({ status: 'branch', to: 'else' }),
    },
    (harness) => harness.start(pipeline, dayIn(50)),
  ),
  enrollment('paused-and-moved-clock', {}, async (harness, script) => {
    const id = await harness.start(pipeline);
    await until(() => expect(script.snapshots(id)).toEqual(['pause active']));
    await harness.signal(id, { id: 'evt_1', type: 'pause' });
    await until(() => expect(script.snapshots(id).at(-1)).toBe('pause paused'));
    await signalClock(harness.client, id, advanced(WALL_CLOCK, Date.now(), 2 * DAY));
    await harness.signal(id, { id: 'evt_2', type: 'resume' });
    await until(() => expect(script.snapshots(id).at(-1)).toBe('accepted active'));
    await harness.signal(id, { id: 'evt_3', type: 'refused' });
    return id;
  }),
  enrollment(
    'person-decides',
    {
      visit: ({ visit }) =>
        visit === 1
          ? { status: 'needs_person', task_id: 'tsk_1', text: 'Was it sent?' }
          : { status: 'failed', code: 'X', text: 'Broken' },
      invite: () => ({ status: 'failed', code: 'X', text: 'Broken' }),
    },
    async (harness, script) => {
      const id = await harness.start(pipeline, dayIn(100));
      await until(() => expect(script.snapshots(id)).toEqual(['visit needs_person']));
      await harness.signal(id, { id: 'evt_1', type: 'decided', task_id: 'tsk_1', decision: 'not_sent' });
      return id;
    },
  ),
  enrollment(
    'failing-activities',
    {
      visit: (() => {
        let failures = 0;
        return () => {
          if (++failures <= 4) throw new Error('the database is away');
          return { status: 'stopped', outcome: 'unsubscribed' } as const;
        };
      })(),
    },
    (harness) => harness.start(pipeline),
  ),
  enrollment(
    'continued-as-new',
    {
      visit: ({ attempt }) =>
        attempt < 4
          ? { status: 'deferred', until: Date.now() + 50, kind: 'slot', text: 'Soon' }
          : { status: 'stopped', outcome: 'stopped' },
    },
    (harness) => harness.start(pipeline),
  ),
  {
    name: 'moved-to-another-version',
    plans: [twoVersions.before, twoVersions.after],
    async run(harness) {
      const script = scriptedActivities();
      const worker = await harness.worker(script);
      return worker.runUntil(async () => {
        const digest = harness.add(twoVersions.after);
        const id = await harness.start(twoVersions.before);
        await until(() => expect(script.snapshots(id)).toEqual(['pause active']));
        await moveEnrollment(harness.client, id, moveOf(digest));
        await harness.outcome(id);
        expect(script.walk(id)).toEqual(['first/1/0', 'bump/1/0']);
        return `enr:${id}`;
      });
    },
  },
  {
    name: 'campaign',
    plans: [],
    async run(harness) {
      const worker = await harness.worker(scriptedActivities());
      return worker.runUntil(async () => {
        await startCampaign(harness.client, { campaign_id: 'cmp_recorded' });
        await harness.client.workflow.getHandle('cmp:cmp_recorded').result();
        return 'cmp:cmp_recorded';
      });
    },
  },
];
