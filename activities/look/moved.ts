import type { StepRequest } from '../../src/core/engine/contracts.ts';
import type { PerformResult } from '../../src/core/engine/perform.ts';
import { findLastMove, setVersion } from '../../src/runtime/store/enrollments/follow-walk.ts';
import { lockEnrollment } from '../../src/runtime/store/enrollments/lock-enrollment.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { backoff } from '../../src/shared/kit/backoff.ts';
import { HOUR, SECOND } from '../../src/shared/kit/duration.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { deferred } from '../deferred.ts';
import type { StepDeps } from '../deps.ts';
import { virtualAfterWall } from '../virtual-time.ts';

/**
 * Waits for the signal that moves the walk, which is on its way and wakes it; or for the row, which has yet to follow
 * its walk.
 */
export async function untilMoved(deps: StepDeps, tx: Queryable, request: StepRequest): Promise<PerformResult> {
  const followed = await followWalk(deps, tx, request);
  return deferred(virtualAfterWall(deps, followed ? SECOND : 5 * SECOND), 'time', 'Moves to another version');
}

/**
 * Has the row follow its walk, where the walk has heard of every move that the row knows of, and is in another version
 * all the same: it was moved after the backup to which Postgres was set back. It must not go back to the row's version,
 * since the ledger has forgotten what it did in its own.
 */
async function followWalk({ clock }: StepDeps, tx: Queryable, request: StepRequest): Promise<boolean> {
  const { enrollment_id, digest, walk, node } = request;
  const row = await lockEnrollment(tx, enrollment_id);
  if (!row || walk === undefined || digest === undefined || digest === row.digest) return false;
  const last = await findLastMove(tx, enrollment_id);
  if (last !== null && !walk.seen.includes(last)) return false;
  await setVersion(tx, enrollment_id, digest);
  const line = { enrollment_id, at: new Date(clock.now()), node, type: 'moved', once: `followed/${digest}` };
  await addLine(tx, {
    ...line,
    title: 'Its workflow is in another version, which was not known here: it stays in that one',
  });
  return true;
}

/**
 * Notes that Postgres was set back to a time before that version was applied. The same text has the same digest, so the
 * version is there again once it is applied again.
 */
export async function noteUnknownVersion(
  { db, clock }: StepDeps,
  enrollment_id: string,
  digest: string,
): Promise<void> {
  const line = { enrollment_id, at: new Date(clock.now()), node: null, type: 'waiting', once: `unknown/${digest}` };
  await addLine(db, {
    ...line,
    title: `Cannot go on: its workflow is in the version ${digest}, which is not in the database. Apply that version of the sequence again`,
    detail: { digest },
  });
}

/** Asks the step again until that version is there. */
export async function untilKnown(
  deps: StepDeps,
  { enrollment_id, digest, attempt }: StepRequest,
): Promise<PerformResult> {
  if (digest !== undefined) await noteUnknownVersion(deps, enrollment_id, digest);
  const until = virtualAfterWall(deps, backoff(attempt + 1, SECOND, HOUR / 12));
  return deferred(until, 'person', 'Its version of the sequence is not in the database');
}
