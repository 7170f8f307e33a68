import type { EnrollmentEvent, EnrollmentState } from '../../../src/core/engine/state.ts';
import { unsubscribe } from '../../../src/runtime/events/reactions/unsubscribe.ts';
import { addRestart } from '../../../src/runtime/store/control/restart.ts';
import { addToOutbox } from '../../../src/runtime/store/outbox/add-to-outbox.ts';
import { findPlan } from '../../../src/runtime/store/sequences/find-plan.ts';
import { addLine } from '../../../src/runtime/store/timeline/add-line.ts';
import { claimForLook, noteOverdue } from '../../../src/runtime/store/walks/claim-for-look.ts';
import { findAmiss } from '../../../src/runtime/store/walks/find-amiss.ts';
import { beginRun, findLastSnapshot, type LockedWalk, lockWalk } from '../../../src/runtime/store/walks/lock-walk.ts';
import { HOUR, MINUTE } from '../../../src/shared/kit/duration.ts';
import type { Queryable } from '../../../src/shared/postgres/database.ts';
import type { StepDeps } from '../../deps.ts';
import { noteUnknownVersion } from '../../look/moved.ts';
import { endEnrollment } from '../../snapshot/end-enrollment.ts';
import { missedSignals, unheardSignals } from './missed-signals.ts';
import { noteBackupPutBack } from './note-backup-put-back.ts';
import { resumeState } from './resume-state.ts';
import type { Workflows } from './workflows.ts';

/** Wall time between two looks at one enrollment, unless a signal found no workflow of it. */
const EVERY = HOUR;

export interface Looked {
  /** The number that were started again or recorded as ended. */
  readonly mended: number;
  /** Whether Temporal was set back to an earlier time: other workflows may have been, too. */
  readonly set_back: boolean;
  /** Whether there may be others whose turn it is. */
  readonly more: boolean;
}

/**
 * Looks at the workflows of some enrollments: missed ones first, then whoever's turn it is. `since`: when the worker started, for a
 * backup is put back while none runs, or when it was last seen that one had been, or when Temporal came back. So everybody is looked at after that, and not an hour later.
 */
export async function reconcileWalks(
  deps: StepDeps,
  workflows: Workflows,
  { limit = 20, every_ms = EVERY, since = null as Date | null } = {},
): Promise<Looked> {
  const found: Seen[] = [];
  const claimed = await claimForLook(deps.db, { every_ms, since, limit });
  for (const id of claimed) {
    try {
      found.push(await reconcileWalk(deps, workflows, id));
    } catch (err) {
      deps.log.warn({ err, enrollment: id }, 'a workflow could not be looked up; continuing with the others');
    }
  }
  // An end is written before its workflow ends, so this row is of an earlier time, and so are all.
  if (found.includes('ended')) await noteBackupPutBack(deps);
  return {
    mended: found.filter((seen) => seen !== 'well').length,
    set_back: found.includes('behind'),
    more: claimed.length === limit,
  };
}

/** The kind of loss that was mended; `well`: nothing was lost. */
type Seen = 'well' | 'ended' | 'behind' | 'lost' | 'unheard';

/**
 * Looks at one workflow. An enrollment that has not ended has one that runs. One that Temporal has lost, or has set
 * back, is started again from the walk that Postgres holds; where it came to its end and Postgres was set back, the row
 * takes that end.
 */
async function reconcileWalk(deps: StepDeps, workflows: Workflows, id: string): Promise<Seen> {
  // Nearly always all is well, which takes no lock to see.
  const seen = await workflows.look(id, await findLastSnapshot(deps.db, id));
  if (seen.status === 'running') {
    const amiss = await findAmiss(deps.db, id, new Date(deps.clock.now() - OVERDUE));
    if (amiss?.is === 'unheard') return tellAgain(deps, id);
    if (amiss !== null) await askForSnapshot(deps, id, amiss.reason);
    return 'well';
  }
  // The list knew it from the same transaction as the row, and has forgotten it as well.
  if (seen.status === 'ended' && seen.outcome === 'unsubscribed') await unsubscribe(deps, id);
  if (seen.status === 'stuck') {
    deps.log.warn({ enrollment: id }, 'no worker can begin the task of its workflow; it is tried again');
    const isUnknown = seen.digest !== null && (await findPlan(deps.db, seen.digest)) === null;
    if (isUnknown) await noteUnknownVersion(deps, id, seen.digest);
    return 'well';
  }
  return deps.db.transaction(async (tx) => {
    const row = await lockWalk(tx, id);
    if (!row) return 'well';
    // Under the lock nobody begins it anew, so what is seen now stays so.
    const found = await workflows.look(id, await findLastSnapshot(tx, id));
    switch (found.status) {
      case 'running':
      case 'stuck':
        return 'well';
      case 'ended':
        await recordEnd(deps, tx, row, found.outcome);
        break;
      case 'behind':
        await workflows.end(id, found.run_id);
        await takeUp(deps, tx, row, 'Continues: Temporal had been restored to an earlier state');
        break;
      case 'lost':
        await takeUp(deps, tx, row, 'Continues: its workflow had been lost in Temporal');
        break;
    }
    return found.status;
  });
}

/** Virtual time after which a row that still says that something is due is taken to be of an earlier time. */
const OVERDUE = MINUTE;

/** The number of overdue walks that are noted at once: each is asked for by itself. */
const OVERDUE_AT_ONCE = 200;

/**
 * Has those looked at before their hour is over who are overdue by their rows: a jump of the clock waits for them.
 * Returns whether anybody is.
 */
export const missOverdue = ({ db, clock }: Pick<StepDeps, 'db' | 'clock'>): Promise<boolean> =>
  noteOverdue(db, new Date(clock.now() - OVERDUE), OVERDUE_AT_ONCE);

/**
 * Asks a walk where it stands, since its row may be of an earlier time: whatever a walk hears, it says where it stands.
 */
async function askForSnapshot({ db, clock }: StepDeps, id: string, reason: string): Promise<void> {
  const payload = { id: reason, type: 'nudge' };
  await addToOutbox(db, { kind: 'signal_enrollment', target_id: id, payload }, new Date(clock.now()));
}

/** Sends each signal again under the id that it had: one that it has heard after all changes nothing. */
async function tellAgain(deps: StepDeps, id: string): Promise<Seen> {
  return deps.db.transaction(async (tx) => {
    const row = await lockWalk(tx, id);
    if (!row) return 'well';
    const at = new Date(deps.clock.now());
    // Who has not gone on by the next look has been told so already.
    const events = unheardSignals(row, await stateOf(deps, tx, row, at), `unheard/${row.progress.join('/')}`);
    await tell(tx, id, events, at);
    return events.length > 0 ? 'unheard' : 'well';
  });
}

async function tell(tx: Queryable, id: string, events: readonly EnrollmentEvent[], at: Date): Promise<void> {
  for (const event of events)
    await addToOutbox(tx, { kind: 'signal_enrollment', target_id: id, payload: { ...event } }, at);
}

async function recordEnd(deps: StepDeps, tx: Queryable, row: LockedWalk, outcome: string): Promise<void> {
  const at = new Date(deps.clock.now());
  const line = { enrollment_id: row.id, at, node: row.node, type: 'control', once: 'settled' };
  await addLine(tx, { ...line, title: 'Its workflow had ended in Temporal without this being recorded' });
  await endEnrollment(deps, tx, { enrollment_id: row.id, node: row.node ?? 'end', visit: row.visit, outcome });
}

async function takeUp(deps: StepDeps, tx: Queryable, row: LockedWalk, title: string): Promise<void> {
  const at = new Date(deps.clock.now());
  const run = (row.progress[0] ?? 0) + 1;
  const state = await stateOf(deps, tx, row, at);
  await beginRun(tx, row.id, run);
  await addRestart(tx, row.id, { again: `again/${run}`, run, ...(state === null ? {} : { state }) }, at);
  await tell(tx, row.id, missedSignals(row, state, `again/${run}`), at);
  const line = { enrollment_id: row.id, at, node: row.node, type: 'control', once: `again/${run}` };
  await addLine(tx, { ...line, title });
}

async function stateOf(deps: StepDeps, tx: Queryable, row: LockedWalk, at: Date): Promise<EnrollmentState | null> {
  const after = await deps.findPlan(row.digest, tx);
  const before = await deps.findPlan(row.kept?.digest ?? row.digest, tx);
  return resumeState({ before, after }, row, at.getTime());
}
