import type { Slot } from '../../core/calendar/next-free-slot.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { moveAnswer } from '../store/answers/schedule-answer.ts';
import { addToOutbox } from '../store/outbox/add-to-outbox.ts';
import type { LaterSlot } from '../store/slots/find-later-slots.ts';
import { moveStepSlots } from '../store/slots/save-slot.ts';
import { ownerOf, type SlotRow } from '../store/slots/slot.ts';

/**
 * Gives a booked slot another definite time and tells its step. What the step says of it in the timeline it says itself: a line of
 * another enrollment would need that enrollment's lock, after the account's.
 */
export async function moveSlot(
  tx: Queryable,
  slot: LaterSlot,
  { at, local_day, local_week }: Slot,
  { now, moved_for }: { readonly now: number; readonly moved_for: SlotRow['moved_for'] },
): Promise<void> {
  await moveStepSlots(tx, ownerOf(slot), { at: new Date(at), local_day, local_week }, moved_for);
  if (slot.answer_id !== null) await moveAnswer(tx, slot.answer_id, new Date(at));
  if (slot.enrollment_id === null) return;
  const payload = { id: `slot/${slot.id}/${at}`, type: 'nudge' };
  await addToOutbox(tx, { kind: 'signal_enrollment', target_id: slot.enrollment_id, payload }, new Date(now));
}
