import { initialState } from '../../../src/core/engine/initial-state.ts';
import { takeMove } from '../../../src/core/engine/move-to.ts';
import { readEnrollmentStart } from '../../../src/core/engine/schema/read-inputs.ts';
import type { EnrollmentState, Phase } from '../../../src/core/engine/state.ts';
import type { Plan } from '../../../src/language/plan/plan.ts';
import type { LockedWalk } from '../../../src/runtime/store/walks/lock-walk.ts';
import { WALL_CLOCK } from '../../../src/shared/kit/clock.ts';
import { NEVER } from '../../../src/shared/kit/never.ts';

/**
 * Builds the state in which a lost walk continues; null: it begins again. It keeps its visit numbers: what it did since
 * it was stored is found under them in the ledger and is not done again. A new number for a step that was done would
 * send it a second time.
 */
export function resumeState(plans: { before: Plan; after: Plan }, row: LockedWalk, at: number): EnrollmentState | null {
  const kept = row.kept === null ? stateOfRow(plans.after, row, at) : readKept(row.id, row.kept.state);
  if (kept === null) return null;
  const facts = {
    connected: kept.facts.connected || row.accepted,
    invited: row.invited,
    replied: kept.facts.replied || row.replied,
  };
  const state = { ...kept, facts, phase: soon(kept.phase, at) };
  if (row.kept === null || row.kept.digest === null || row.kept.digest === row.digest || row.node === null)
    return state;
  // It was moved to another version meanwhile, after all that it had begun.
  const move = { id: `moved/${row.digest}`, digest: row.digest, node: row.node, places: {}, repeats: {} };
  return takeMove(plans, { ...state, phase: { is: 'new' } }, move, at);
}

/** Migrates the stored state to the present schema, as when a walk continues as new. */
function readKept(enrollment_id: string, state: object): EnrollmentState | null {
  return readEnrollmentStart({ enrollment_id, clock: WALL_CLOCK, state: state as EnrollmentState }).state ?? null;
}

/** Has a deferred walk ask again at once: what it waited for may be over. */
const soon = (phase: Phase, at: number): Phase =>
  phase.is === 'deferred' ? { ...phase, until: Math.min(phase.until, at) } : phase;

/** Builds a state from the row: an older version stored no walk, only the step it was at. */
function stateOfRow(plan: Plan, row: LockedWalk, at: number): EnrollmentState | null {
  const { node: id, visit } = row;
  const node = id === null || !Object.hasOwn(plan.nodes, id) ? undefined : plan.nodes[id];
  if (id === null || node === undefined) return null;
  const until = row.until?.getTime() ?? NEVER;
  const phase: Phase =
    node.kind === 'wait'
      ? { is: 'timer', until, text: 'Waits before the next step' }
      : node.kind === 'wait_for'
        ? { is: 'awaiting', until }
        : { is: 'deferred', until: at, kind: 'time', text: 'Continues', attempt: 0 };
  return {
    ...initialState(plan, row.id),
    node: id,
    visit,
    visits: { [id]: visit },
    entered_at: at,
    phase,
    paused: row.paused,
  };
}
