import { pullForward } from '../src/runtime/slots/pull-forward.ts';
import { lockAccount } from '../src/runtime/store/accounts/find-account.ts';
import { findStepSlots } from '../src/runtime/store/slots/find-slots.ts';
import { freeStepSlots, spendStepSlots } from '../src/runtime/store/slots/free-slots.ts';
import type { SlotOwner } from '../src/runtime/store/slots/slot.ts';
import type { Queryable } from '../src/shared/postgres/database.ts';
import type { StepDeps } from './deps.ts';
import { calendarOf } from './deps.ts';
import type { StepContext } from './look/context.ts';

/** Whether a call that had no effect may have reached the network: then its slot stays used. */
export interface Reach {
  readonly reached: boolean;
}

/**
 * Frees the step's slots. `and pull`: others may move up into them; not where the step itself comes back for a slot.
 */
export function freeSlots(deps: StepDeps, tx: Queryable, context: StepContext, then?: 'and pull'): Promise<void> {
  return giveSlotsBack(deps, tx, context, { reached: false }, then);
}

/** Gives the step's slots back; those that the call has used only where it cannot have reached the network. */
export async function giveSlotsBack(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  reach: Reach,
  then?: 'and pull',
): Promise<void> {
  const step = { enrollment_id: context.enrollment.id, node: context.request.node, visit: context.request.visit };
  await giveBackSlotsOf(deps, tx, step, reach, then);
}

/** Gives back the slots of a step or of an answer. */
export async function giveBackSlotsOf(
  deps: StepDeps,
  tx: Queryable,
  step: SlotOwner,
  { reached }: Reach,
  then?: 'and pull',
): Promise<void> {
  const [own] = await findStepSlots(tx, step);
  if (!own) return;
  // The account's lock comes before its slots' in every transaction, or two of them could wait for each other.
  await lockAccount(tx, own.account_id);
  const freed = await (reached ? spendStepSlots : freeStepSlots)(tx, step);
  if (then === 'and pull') await pullForward(calendarOf(deps), tx, freed);
}
