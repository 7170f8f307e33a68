import type { Queryable } from '../../shared/postgres/database.ts';
import type { CalendarDeps } from '../slots/calendar-deps.ts';
import { pullForward } from '../slots/pull-forward.ts';
import { lockAccount } from '../store/accounts/find-account.ts';
import { type ControlledRow, lockForControl, saveInstruction } from '../store/control/lock-for-control.ts';
import type { StepInstruction } from '../store/enrollments/lock-enrollment.ts';
import { addSignals } from '../store/outbox/add-to-outbox.ts';
import type { Lane } from '../store/outbox/claim-outbox.ts';
import { findBookedAccounts, freeBookedSlots } from '../store/slots/free-slots.ts';
import { withdrawTasks } from '../store/tasks/close-tasks.ts';
import { addLine } from '../store/timeline/add-line.ts';
import { restart } from './restart.ts';
import { type Refused, refuseStepAction, type StepAction } from './step-control.ts';
import { TITLES } from './titles.ts';

export interface StepRequest {
  readonly id: string;
  readonly action: StepAction;
  /** The time of a reschedule: epoch milliseconds of virtual time. */
  readonly until?: number;
  readonly note: string | null;
  /** The id of the signal, by which repeats of it are harmless. */
  readonly event_id: string;
  readonly lane: Lane;
}

export type StepControlled =
  | { readonly kind: 'done' }
  /** The same was asked of this visit before. */
  | { readonly kind: 'already' }
  | { readonly kind: 'unknown' }
  | Refused;

/**
 * Skips, retries or reschedules the present step. From the commit on no call of that visit begins, whenever the walk hears of it;
 * a call that has begun cannot be taken back, so then it is refused. A booked slot goes to those who wait, and what a person
 * was asked is withdrawn.
 */
export async function controlStep(deps: CalendarDeps, tx: Queryable, request: StepRequest): Promise<StepControlled> {
  const row = await lockForControl(tx, request.id);
  if (row === null) return { kind: 'unknown' };
  const plan = await deps.findPlan(row.digest, tx);
  const at = new Date(deps.clock.now());
  if (request.action === 'retry' && row.status === 'finished' && row.outcome === 'failed') {
    const refused = await restart(tx, row, plan, { event_id: request.event_id, at });
    if (refused === null) await note(tx, row, request, at);
    return refused ?? { kind: 'done' };
  }
  const refusal = refuseStepAction(row, plan, request.action);
  if (refusal) return refusal;
  const { node, visit } = row;
  if (node === null) return { kind: 'unknown' };
  const instruction = instructionOf(request, node, visit);
  if (row.instruction !== null && isSame(row.instruction, instruction)) return { kind: 'already' };
  await saveInstruction(tx, row.id, instruction);
  await withdrawTasks(tx, [{ enrollment_id: row.id, at }]);
  for (const account of await findBookedAccounts(tx, [row.id])) await lockAccount(tx, account);
  await pullForward(deps, tx, await freeBookedSlots(tx, [row.id]));
  await note(tx, row, request, at);
  const { do: type, ...event } = instruction;
  await addSignals(tx, [row.id], { ...event, type }, at, request.lane);
  return { kind: 'done' };
}

async function note(tx: Queryable, row: ControlledRow, request: StepRequest, at: Date): Promise<void> {
  const { action, until, event_id: once } = request;
  const detail = {
    ...(until === undefined ? {} : { until: new Date(until).toISOString() }),
    ...(request.note === null ? {} : { note: request.note }),
  };
  const line = { enrollment_id: row.id, at, node: row.node, type: action, title: TITLES[action] };
  await addLine(tx, { ...line, detail, once });
}

function instructionOf({ action, until, event_id: id }: StepRequest, node: string, visit: number): StepInstruction {
  if (action !== 'reschedule') return { id, node, visit, do: action };
  return { id, node, visit, do: 'reschedule', until: until ?? 0 };
}

function isSame(before: StepInstruction, after: StepInstruction): boolean {
  if (before.node !== after.node || before.visit !== after.visit || before.do !== after.do) return false;
  return before.do !== 'reschedule' || after.do !== 'reschedule' || before.until === after.until;
}
