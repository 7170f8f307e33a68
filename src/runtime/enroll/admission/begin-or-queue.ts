import type { Queryable } from '../../../shared/postgres/database.ts';
import type { NewEnrollment } from '../../store/enrollments/insert-enrollments.ts';
import { ensureQueues, type NewQueue } from '../../store/queues/ensure-queues.ts';
import { findQueueLoad, type QueueLoad } from '../../store/queues/find-queue-load.ts';
import type { Admission } from './admission.ts';
import type { Admitted } from './judge-people.ts';
import type { PausedAbove } from './paused-above.ts';
import { createQueueOf } from './queue-of.ts';

/** How many of a group begin in the transaction that enrolls them; above it those who passed are counted out first, by the loop. */
const AT_ONCE = 30;

/**
 * The enrollments as they are to be written, in their order. Where slots are free they begin at once, so that a single lead never waits for
 * a loop; else they are rows in their group until their turn comes.
 */
export async function beginOrQueue(
  tx: Queryable,
  admission: Admission,
  admitted: readonly Admitted[],
  isPausedAbove: PausedAbove,
  now: number,
): Promise<readonly NewEnrollment[]> {
  const queueOf = createQueueOf({ ...admission, plan: admission.version.plan }, now);
  const at = new Date(now);
  const placed: { enrollment: NewEnrollment; queue: NewQueue | null; paused: boolean }[] = [];
  for (const { enrollment, who } of admitted) {
    const paused = isPausedAbove !== null && (await isPausedAbove(enrollment));
    const queue = queueOf(enrollment, who.person.fields);
    // Somebody who continues from another sequence never waits to begin.
    const waits = enrollment.continues === null && (paused || queue.places.length > 0);
    placed.push({ enrollment, queue: waits ? queue : null, paused });
  }
  const loads = await findGroups(tx, new Set(placed.map(({ queue }) => queue)));
  const left = new Map(
    [...loads.values()].map(({ id, waiting, in_hand }) => [id, waiting ? 0 : AT_ONCE - in_hand] as const),
  );

  return placed.map(({ enrollment, queue, paused }): NewEnrollment => {
    if (queue === null) return { ...enrollment, started_at: at };
    const id = loads.get(queue.key)?.id ?? null;
    const open = id === null || paused ? 0 : (left.get(id) ?? 0);
    if (id !== null) left.set(id, open - 1);
    return { ...enrollment, queue: id, started_at: open > 0 ? at : null };
  });
}

/** The groups by their keys, with those that had to be made. */
async function findGroups(
  tx: Queryable,
  queues: ReadonlySet<NewQueue | null>,
): Promise<ReadonlyMap<string, QueueLoad>> {
  const distinct = new Map([...queues].flatMap((queue) => (queue === null ? [] : [[queue.key, queue] as const])));
  if (distinct.size === 0) return new Map();
  const find = () => findQueueLoad(tx, [...distinct.keys()], AT_ONCE);
  let found = await find();
  if (found.length < distinct.size) {
    await ensureQueues(tx, [...distinct.values()]);
    found = await find();
  }
  return new Map(found.map((load) => [load.key, load]));
}
