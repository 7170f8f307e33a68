import type { AnswerRow } from '../../src/runtime/store/answers/answer.ts';
import { setPausedOf } from '../../src/runtime/store/enrollments/set-paused.ts';
import { addSignals } from '../../src/runtime/store/outbox/add-to-outbox.ts';
import { addLines } from '../../src/runtime/store/timeline/add-line.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import type { StepDeps } from '../deps.ts';

/**
 * Hands the conversation over to the person of ours who answers: the sequences that the lead is still in are paused
 * with the answer, until somebody resumes them, unless its writer lets them go on. The enrollments are locked.
 */
export async function handOver(
  { clock }: StepDeps,
  tx: Queryable,
  { id, author, sequences }: AnswerRow,
  enrollmentIds: readonly string[],
): Promise<void> {
  if (sequences === 'continue' || enrollmentIds.length === 0) return;
  const open = await tx.query<{ id: string }>(
    `select id from enrollments where id = any($1) and status <> 'finished' and stop_outcome is null order by id`,
    [[...enrollmentIds]],
  );
  const paused = await setPausedOf(
    tx,
    open.rows.map((row) => row.id),
    true,
  );
  const at = new Date(clock.now());
  const line = {
    at,
    node: null,
    type: 'pause',
    title: `Paused: ${author} answers in person`,
    once: `answer/${id}/pause`,
  };
  await addLines(
    tx,
    paused.map((enrollment_id) => ({ ...line, enrollment_id })),
  );
  await addSignals(tx, paused, { id: `answer/${id}`, type: 'pause' }, at);
}
