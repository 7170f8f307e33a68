import type {
  CustomSlotSupplier,
  SlotPermit,
  SlotReserveContext,
  TunerHolder,
  WorkflowSlotInfo,
} from '@temporalio/worker';
import { describe, expect, it } from 'vitest';
import { createTaskSlots, type ProcessLoad } from '../../src/runtime/temporal/task-slots.ts';
import { countUnderWay } from '../../src/shared/kit/under-way.ts';

const POLL: SlotReserveContext = {
  ...{ slotType: 'workflow', taskQueue: 'overture', workerIdentity: 'test', workerBuildId: '', isSticky: false },
};
const TASK: WorkflowSlotInfo = { type: 'workflow', workflowType: 'enrollment', isSticky: false };

function slotsFor(cores: number, tasks = 300, load?: ProcessLoad) {
  const { tuner, withoutComputing } = createTaskSlots({ tasks, steps: 200, activities: 20, cores, load });
  const supplier = (tuner as TunerHolder).workflowTaskSlotSupplier as CustomSlotSupplier<WorkflowSlotInfo>;
  const permits: SlotPermit[] = [];
  const never = new AbortController().signal;
  return {
    supplier,
    permits,
    withoutComputing,
    /** A poller that takes a task as soon as it may. */
    async take(signal = never, isSticky = false): Promise<void> {
      const permit = await supplier.reserveSlot({ ...POLL, isSticky }, signal);
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

describe('the tasks that a worker takes while a list is imported', () => {
  const AT_ONCE = 2;
  const loaded = () => {
    const load = { lists: countUnderWay(), waits: countUnderWay() };
    return { ...load, slots: slotsFor(1, 300, load) };
  };
  /** Has one taken; the returned function says whether it was. */
  const asks = (slots: ReturnType<typeof slotsFor>, isSticky = false): (() => boolean) => {
    let took = false;
    void slots.take(undefined, isSticky).then(() => {
      took = true;
    });
    return () => took;
  };

  it('are two for each core, of those who begin or come back, and as many as usual once the last list is over', async () => {
    const { slots, lists } = loaded();
    const ends = [lists.begin(), lists.begin()];
    for (let n = 0; n < AT_ONCE; n++) await slots.take();
    const took = asks(slots);
    await settled();
    expect([took(), slots.supplier.tryReserveSlot(POLL)]).toEqual([false, null]);
    ends[0]?.();
    await settled();
    expect(took()).toBe(false);
    ends[1]?.();
    await settled();
    expect([took(), slots.supplier.tryReserveSlot(POLL)]).toEqual([true, { isSticky: false }]);
  });

  it('are one more when one is over, where more than that were taken before the list came', async () => {
    const { slots, lists } = loaded();
    for (let n = 0; n < AT_ONCE + 1; n++) await slots.take();
    lists.begin();
    const took = asks(slots);
    slots.end();
    await settled();
    expect(took()).toBe(false);
    slots.end();
    await settled();
    expect(took()).toBe(true);
  });

  it('are all that there are of walks that are kept and go on, also behind one that may not begin', async () => {
    const { slots, lists } = loaded();
    lists.begin();
    for (let n = 0; n < AT_ONCE; n++) await slots.take();
    const begins = asks(slots);
    for (let n = 0; n < 2 * AT_ONCE; n++) await slots.take(undefined, true);
    expect(begins()).toBe(false);
  });

  it('are one of those who begin or come back, however many are kept and go on, so that they always get on', async () => {
    const { slots, lists } = loaded();
    lists.begin();
    for (let n = 0; n < 2 * AT_ONCE; n++) await slots.take(undefined, true);
    await slots.take();
    const next = asks(slots);
    await settled();
    expect(next()).toBe(false);
    slots.end();
    await settled();
    expect(next()).toBe(true);
  });

  it('are one more for each step that waits for the V2 service, as slow accounts keep nobody else from beginning', async () => {
    const { slots, lists, waits } = loaded();
    lists.begin();
    for (let n = 0; n < AT_ONCE; n++) await slots.take();
    const took = asks(slots);
    await settled();
    expect(took()).toBe(false);
    const answered = waits.begin();
    await settled();
    expect(took()).toBe(true);
    answered();
    expect(slots.supplier.tryReserveSlot(POLL)).toBeNull();
  });
});
