import type { StatusSnapshot } from '../../src/core/engine/contracts.ts';
import { lockEnrollment } from '../../src/runtime/store/enrollments/lock-enrollment.ts';
import { setPaused } from '../../src/runtime/store/enrollments/set-paused.ts';
import { hasUnheardSignal } from '../../src/runtime/store/outbox/has-unheard-signal.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { hasBehindSender } from '../../src/runtime/store/walks/find-amiss.ts';
import type { StepDeps } from '../deps.ts';

/**
 * Pauses the row of an enrollment whose walk is paused already. As a rule somebody resumes the walk at this moment; but
 * where a backup was put back the pause was forgotten, and nobody could resume what is not paused.
 */
export async function followPause({ db, clock }: StepDeps, snapshot: StatusSnapshot): Promise<void> {
  const { enrollment_id, node } = snapshot;
  if (!(await hasBehindSender(db, enrollment_id))) return;
  await db.transaction(async (tx) => {
    const row = await lockEnrollment(tx, enrollment_id);
    if (row === null || row.paused || (await hasUnheardSignal(tx, enrollment_id))) return;
    if (!(await setPaused(tx, enrollment_id, true))) return;
    const title = 'Paused: its workflow had been paused, which was forgotten when a backup was put back';
    const line = { enrollment_id, at: new Date(clock.now()), node, type: 'pause', once: 'pause/put_back' };
    await addLine(tx, { ...line, title });
  });
}
