import { availableParallelism } from 'node:os';
import type { WorkerTuner } from '@temporalio/worker';

/**
 * Workflow tasks that compute at once, for each core: each replays its history in some ten milliseconds of a core, so even where a worker
 * is left a tenth of the machine all of them are over within the ten seconds after which Temporal gives a task to somebody else.
 */
const COMPUTING_PER_CORE = 16;

interface TaskSlots {
  readonly tuner: WorkerTuner;
  /** The activity, during which the workflow task that runs it computes nothing. */
  withoutComputing<In extends unknown[], Out>(step: (...given: In) => Promise<Out>): (...given: In) => Promise<Out>;
}

interface TaskSlotsOptions {
  /** Workflow tasks, with those whose step is under way. */
  readonly tasks: number;
  /** Steps under way beside each other. */
  readonly steps: number;
  /** Activities of their own. */
  readonly activities: number;
  readonly cores?: number;
}

/**
 * How many tasks a worker takes. A workflow task lasts as long as the step in it, which mostly waits for the V2 service, so there may be
 * hundreds; but no more of them than the cores get through may compute, else a worker that starts takes all that wait at once, and
 * replays them so slowly beside each other that they time out and begin anew.
 */
export function createTaskSlots({
  tasks,
  steps,
  activities,
  cores = availableParallelism(),
}: TaskSlotsOptions): TaskSlots {
  const most = Math.max(1, cores) * COMPUTING_PER_CORE;
  /** Pollers that want a slot, in the order in which they came. */
  const waiting = new Set<() => void>();
  /** Slots that were given away, also those with which a poller still waits for a task. */
  let given = 0;
  let used = 0;
  let stepsUnderWay = 0;

  const isFree = (): boolean => given < tasks && used - stepsUnderWay < most;
  const giveNext = (): void => {
    for (const grant of waiting) {
      if (!isFree()) return;
      waiting.delete(grant);
      given += 1;
      grant();
    }
  };

  return {
    tuner: {
      workflowTaskSlotSupplier: {
        type: 'custom',
        reserveSlot(_, signal) {
          return new Promise((resolve, reject) => {
            const giveUp = (): void => {
              waiting.delete(grant);
              reject(signal.reason);
            };
            const grant = (): void => {
              signal.removeEventListener('abort', giveUp);
              resolve({});
            };
            signal.addEventListener('abort', giveUp);
            waiting.add(grant);
            giveNext();
          });
        },
        tryReserveSlot() {
          if (!isFree()) return null;
          given += 1;
          return {};
        },
        markSlotUsed() {
          used += 1;
        },
        releaseSlot({ slotInfo }) {
          given -= 1;
          if (slotInfo !== undefined) used -= 1;
          giveNext();
        },
      },
      activityTaskSlotSupplier: { type: 'fixed-size', numSlots: activities },
      localActivityTaskSlotSupplier: { type: 'fixed-size', numSlots: steps },
      nexusTaskSlotSupplier: { type: 'fixed-size', numSlots: 1 },
    },
    withoutComputing:
      (step) =>
      async (...asked) => {
        stepsUnderWay += 1;
        giveNext();
        try {
          return await step(...asked);
        } finally {
          stepsUnderWay -= 1;
        }
      },
  };
}
