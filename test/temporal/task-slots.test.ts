import type {
  CustomSlotSupplier,
  SlotPermit,
  SlotReserveContext,
  TunerHolder,
  WorkflowSlotInfo,
} from '@temporalio/worker';
import { describe, expect, it } from 'vitest';
import { createTaskSlots } from '../../src/runtime/temporal/task-slots.ts';

const POLL: SlotReserveContext = {
  ...{ slotType: 'workflow', taskQueue: 'overture', workerIdentity: 'test', workerBuildId: '', isSticky: false },
};
const TASK: WorkflowSlotInfo = { type: 'workflow', workflowType: 'enrollment', isSticky: false };

function slotsFor(cores: number, tasks = 300) {
  const { tuner, withoutComputing } = createTaskSlots({ tasks, steps: 200, activities: 20, cores });
  const supplier = (tuner as TunerHolder).workflowTaskSlotSupplier as CustomSlotSupplier<WorkflowSlotInfo>;
  const permits: SlotPermit[] = [];
  const never = new AbortController().signal;
  return {
    supplier,
    permits,
    withoutComputing,
    /** A poller that takes a task as soon as it may. */
    async take(signal = never): Promise<void> {
      const permit = await supplier.reserveSlot(POLL, signal);
      supplier.markSlotUsed({ slotInfo: TASK, permit });
      permits.push(permit);
    },
    end(): void {
      supplier.releaseSlot({ slotInfo: TASK, permit: permits.pop() ?? {} });
    },
  };
}

/** Waits until the promises that are queued have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the tasks that a worker takes', () => {
  it('compute sixteen at once for each core, and the next comes when one is over', async () => {
    for (const [cores, most] of [
      [1, 16],
      [2, 32],
    ] as const) {
      const slots = slotsFor(cores);
      for (let n = 0; n < most; n++) await slots.take();
      let took = false;
      void slots.take().then(() => {
        took = true;
      });
      await settled();
      expect([took, slots.supplier.tryReserveSlot(POLL)]).toEqual([false, null]);
      slots.end();
      await settled();
      expect(took).toBe(true);
    }
  });

  it('are more while their steps are under way, which mostly wait', async () => {
    const slots = slotsFor(1);
    for (let n = 0; n < 16; n++) await slots.take();
    let took = false;
    const next = slots.take().then(() => {
      took = true;
    });
    await settled();
    expect(took).toBe(false);
    let finish = (): void => undefined;
    const step = slots.withoutComputing(
      (answer: string) =>
        new Promise<string>((resolve) => {
          finish = () => resolve(answer);
        }),
    )('done');
    await next;
    expect(took).toBe(true);
    finish();
    expect(await step).toBe('done');
    expect(slots.supplier.tryReserveSlot(POLL)).toBeNull();
  });

  it('count no step that failed as under way', async () => {
    const slots = slotsFor(1);
    for (let n = 0; n < 16; n++) await slots.take();
    await expect(slots.withoutComputing(() => Promise.reject(new Error('no')))()).rejects.toThrow('no');
    expect(slots.supplier.tryReserveSlot(POLL)).toBeNull();
  });

  it('are never more than there may be in all, with the polls that found none', async () => {
    const slots = slotsFor(8, 3);
    const polls = [1, 2, 3].map(() => slots.supplier.reserveSlot(POLL, new AbortController().signal));
    const [permit = {}] = await Promise.all(polls);
    expect(slots.supplier.tryReserveSlot(POLL)).toBeNull();
    // A poll that found nothing gives its slot back without having used it.
    slots.supplier.releaseSlot({ permit });
    expect(slots.supplier.tryReserveSlot(POLL)).not.toBeNull();
  });

  it('are no longer waited for by a poll that was given up', async () => {
    const slots = slotsFor(1);
    for (let n = 0; n < 16; n++) await slots.take();
    const ending = new AbortController();
    const given = slots.take(ending.signal);
    ending.abort();
    await expect(given).rejects.toBe(ending.signal.reason);
    slots.end();
    expect(slots.supplier.tryReserveSlot(POLL)).not.toBeNull();
  });
});
