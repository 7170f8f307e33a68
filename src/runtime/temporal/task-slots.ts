import { availableParallelism } from 'node:os';
import type { WorkerTuner } from '@temporalio/worker';
import type { UnderWay } from '../../shared/kit/under-way.ts';

/**
 * Workflow tasks that compute at once, for each core: each replays its history in some ten milliseconds of a core, so even where a worker
 * is left a tenth of the machine all of them are over within the ten seconds after which Temporal gives a task to somebody else.
 */
const COMPUTING_PER_CORE = 16;
/**
 * Workflow tasks that are at work at once, for each core, while a list is imported in this process: beyond them nobody begins or comes back, but for one for each core. A list has one thread and one connection that
 * want a core, so beside the dozens of tasks that walks may have it got a sixth of the machine (docs/decisions/imports-in-sets.md).
 */
const PER_CORE_BESIDE_LISTS = 2;

interface TaskSlots {
  readonly tuner: WorkerTuner;
  /** The activity, during which the workflow task that runs it computes nothing. */
  withoutComputing<In extends unknown[], Out>(step: (...given: In) => Promise<Out>): (...given: In) => Promise<Out>;
}

interface Permit {
  readonly isSticky: boolean;
}

/** The load of the process, by what its parts say of it. */
export interface ProcessLoad {
  /** Lists that are imported. */
  readonly lists: UnderWay;
  /** Steps that wait for the V2 service, or for their turn to call it. */
  readonly waits: UnderWay;
}

interface TaskSlotsOptions {
  /** Workflow tasks, with those whose step is under way. */
  readonly tasks: number;
  /** Steps under way beside each other. */
  readonly steps: number;
  /** Activities of their own. */
  readonly activities: number;
  readonly load?: ProcessLoad | undefined;
  readonly cores?: number;
}

/** Tasks of one queue: of walks that are kept here and go on (sticky), or of those that begin or come back. */
interface Tasks {
  /** Slots that were given away, also those with which a poller still waits for a task. */
  given: number;
  used: number;
}

/**
 * How many tasks a worker takes. A workflow task lasts as long as the step in it, which mostly waits for the V2 service, so there may be
 * hundreds; but no more of them than the cores get through may compute, else a worker that starts takes all that wait at once, and
 * replays them so slowly beside each other that they time out and begin anew. While a list is imported, fewer of those are taken who begin or come back; whoever is kept here goes on as ever.
 */
export function createTaskSlots({
  tasks,
  steps,
  activities,
  load,
  cores: found = availableParallelism(),
}: TaskSlotsOptions): TaskSlots {
  const cores = Math.max(1, found);
  const most = cores * COMPUTING_PER_CORE;
  /** Pollers that want a slot, in the order in which they came. */
  const waiting = new Map<() => void, Tasks>();
  const kept: Tasks = { given: 0, used: 0 };
  const anew: Tasks = { given: 0, used: 0 };
  const tasksOf = (is: { readonly isSticky: boolean }): Tasks => (is.isSticky ? kept : anew);
  let stepsUnderWay = 0;

  /** Tasks that compute, or have the database compute: which of them wait for the V2 service is not known, but how many do. */
  const atWork = (): number => kept.used + anew.given - (load?.waits.count() ?? 0);
  const makesRoom = (): boolean => load !== undefined && load.lists.count() > 0;
  const isFree = (of: Tasks): boolean => {
    if (kept.given + anew.given >= tasks || kept.used + anew.used - stepsUnderWay >= most) return false;
    return of === kept || !makesRoom() || anew.given < cores || atWork() < cores * PER_CORE_BESIDE_LISTS;
  };
  const giveNext = (): void => {
    for (const [grant, of] of waiting) {
      if (!isFree(of)) continue;
      waiting.delete(grant);
      of.given += 1;
      grant();
    }
  };
  load?.lists.onChange(giveNext);
  load?.waits.onChange(() => {
    if (makesRoom()) giveNext();
  });

  return {
    tuner: {
      workflowTaskSlotSupplier: {
        type: 'custom',
        reserveSlot(asked, signal) {
          return new Promise((resolve, reject) => {
            const giveUp = (): void => {
              waiting.delete(grant);
              reject(signal.reason);
            };
            const grant = (): void => {
              signal.removeEventListener('abort', giveUp);
              resolve({ isSticky: asked.isSticky } satisfies Permit);
            };
            signal.addEventListener('abort', giveUp);
            waiting.set(grant, tasksOf(asked));
            giveNext();
          });
        },
        tryReserveSlot(asked) {
          const of = tasksOf(asked);
          if (!isFree(of)) return null;
          of.given += 1;
          return { isSticky: asked.isSticky } satisfies Permit;
        },
        markSlotUsed({ permit }) {
          // We have made it.
          tasksOf(permit as Permit).used += 1;
        },
        releaseSlot({ slotInfo, permit }) {
          const of = tasksOf(permit as Permit);
          of.given -= 1;
          if (slotInfo !== undefined) of.used -= 1;
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
