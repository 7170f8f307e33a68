import { pullForward } from '../src/runtime/slots/pull-forward.ts';
import { lockAccount } from '../src/runtime/store/accounts/find-account.ts';
import { findStepSlots } from '../src/runtime/store/slots/find-slots.ts';
import { freeBookedStepSlots, freeStepSlots, spendStepSlots } from '../src/runtime/store/slots/free-slots.ts';
import type { SlotOwner, SlotRow } from '../src/runtime/store/slots/slot.ts';
import type { Queryable } from '../src/shared/postgres/database.ts';
import type { StepDeps } from './deps.ts';
import { calendarOf } from './deps.ts';
import type { StepContext } from './look/context.ts';

/** Whether a call that had no effect may have reached the network: then its slot stays used. */
export interface Reach {
  readonly reached: boolean;
}

/**
 * Gives up the places that the step has booked, since it waits or ends without a call. One that is used stays: its call is in doubt, or another performer has begun it meanwhile. `and pull`: others may move up into them; not where the
 * step itself comes back for a slot.
 */
export const freeSlots = (deps: StepDeps, tx: Queryable, context: StepContext, then?: 'and pull'): Promise<void> =>
  giveBack(deps, tx, stepOf(context), freeBookedStepSlots, then);

/** Gives the step's slots back; those that the call has used only where it cannot have reached the network. */
export const giveSlotsBack = (
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  reach: Reach,
  then?: 'and pull',
): Promise<void> => giveBackSlotsOf(deps, tx, stepOf(context), reach, then);

const stepOf = ({ enrollment, request }: StepContext): SlotOwner => ({
  enrollment_id: enrollment.id,
  node: request.node,
  visit: request.visit,
});

/** Gives back the slots of a step or of an answer. */
export const giveBackSlotsOf = (
  deps: StepDeps,
  tx: Queryable,
  owner: SlotOwner,
  { reached }: Reach,
  then?: 'and pull',
): Promise<void> => giveBack(deps, tx, owner, reached ? spendStepSlots : freeStepSlots, then);

async function giveBack(
  deps: StepDeps,
  tx: Queryable,
  owner: SlotOwner,
  free: (tx: Queryable, owner: SlotOwner) => Promise<SlotRow[]>,
  then?: 'and pull',
): Promise<void> {
  const [own] = await findStepSlots(tx, owner);
  if (!own) return;
  // The account's lock comes before its slots' in every transaction, or two of them could wait for each other.
  await lockAccount(tx, own.account_id);
  const freed = await free(tx, owner);
  if (then === 'and pull') await pullForward(calendarOf(deps), tx, freed);
}
