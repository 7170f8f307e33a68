import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { moveEnrollment } from '../../src/runtime/temporal/signal.ts';
import { moveOf, twoVersions } from '../histories/moved-plans.ts';
import { PATIENCE } from '../support/eventually.ts';
import { planShelf, startDevServer } from '../support/temporal.ts';
import { createHarness, type Harness } from './harness.ts';
import { scriptedActivities } from './scripted-activities.ts';

const { before, after } = twoVersions;
const shelf = planShelf();
let environment: TestWorkflowEnvironment;
let harness: Harness;

beforeAll(async () => {
  // A low limit, so that continuing as new happens within a test.
  environment = await startDevServer(shelf, ['--dynamic-config-value', 'limit.historyCount.suggestContinueAsNew=20']);
  harness = await createHarness(environment, shelf);
});
afterAll(() => environment?.teardown());

const until = (condition: () => void): Promise<void> => vi.waitFor(condition, { timeout: PATIENCE, interval: 20 });
const move = (id: string) => moveEnrollment(harness.client, id, moveOf(shelf.add(after)));

describe('a walk that is asked to move', () => {
  it('goes on in the other version from where it waits, and says so', async () => {
    const script = scriptedActivities({ bump: () => ({ status: 'stopped', outcome: 'stopped' }) });
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const id = await harness.start(before);
      await until(() => expect(script.snapshots(id)).toEqual(['pause active']));
      expect(await move(id)).toBe('delivered');
      expect(await harness.outcome(id)).toBe('stopped');
      expect(script.walk(id)).toEqual(['first/1/0', 'bump/1/0']);
      expect(script.digests(id)).toEqual([shelf.add(before), shelf.add(after)]);
    });
  });

  it('waits for the result of the step that is under way', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const script = scriptedActivities({
      async first() {
        await held;
        return { status: 'done' };
      },
      bump: () => ({ status: 'stopped', outcome: 'stopped' }),
    });
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const id = await harness.start(before);
      await until(() => expect(script.walk(id)).toHaveLength(1));
      await move(id);
      release();
      expect(await harness.outcome(id)).toBe('stopped');
      expect(script.walk(id)).toEqual(['first/1/0', 'bump/1/0']);
    });
  });

  it('takes the version along when it continues as new', async () => {
    const turns = 8;
    const script = scriptedActivities({
      bump: ({ attempt }) =>
        attempt < turns
          ? { status: 'deferred', until: Date.now() + 50, kind: 'slot', text: `Turn ${attempt}` }
          : { status: 'stopped', outcome: 'stopped' },
    });
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const id = await harness.start(before);
      const { runId } = await harness.handle(id).describe();
      await until(() => expect(script.snapshots(id)).toHaveLength(1));
      await move(id);
      expect(await harness.outcome(id)).toBe('stopped');
      expect((await harness.handle(id).describe()).runId).not.toBe(runId);
      expect(script.walk(id).at(-1)).toBe(`bump/1/${turns}`);
    });
  });

  it('leaves out what is no move, and a move to where it is', async () => {
    const script = scriptedActivities();
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      const id = await harness.start(before);
      await until(() => expect(script.snapshots(id)).toHaveLength(1));
      await harness.handle(id).signal('move', { node: 'bump' });
      await moveEnrollment(harness.client, id, { ...moveOf(shelf.add(before)), node: 'first' });
      await harness.signal(id, { id: 'evt_1', type: 'stop' });
      expect(await harness.outcome(id)).toBe('stopped');
      expect(script.walk(id)).toEqual(['first/1/0']);
    });
  });
});
