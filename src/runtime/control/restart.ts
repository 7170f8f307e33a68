import { initialState } from '../../core/engine/initial-state.ts';
import type { EnrollmentState } from '../../core/engine/state.ts';
import { hasRounds } from '../../language/plan/node-traits.ts';
import type { Plan } from '../../language/plan/plan.ts';
import { own } from '../../shared/kit/own.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import type { ControlledRow } from '../store/control/lock-for-control.ts';
import { readPauses } from '../store/control/pauses.ts';
import { addRestart, findVisits, isElsewhere, reopen } from '../store/control/restart.ts';
import type { Refused } from './step-control.ts';

/** Continues a failed enrollment at the step that failed, as a new visit; null when it does. */
export async function restart(
  tx: Queryable,
  row: ControlledRow,
  plan: Plan,
  request: { readonly event_id: string; readonly at: Date },
): Promise<Refused | null> {
  const refusal = (await refuseRestart(tx, row, plan)) ?? null;
  if (refusal !== null || row.node === null) return refusal;
  const visits = await findVisits(tx, row.id);
  visits[row.node] = Math.max(row.visit, own(visits, row.node) ?? 0) + 1;
  const at = request.at.getTime();
  const state: EnrollmentState = {
    ...initialState(plan, row.id),
    ...{ node: row.node, visit: visits[row.node] ?? 1, visits, entered_at: at },
    phase: { is: 'deferred', until: at, kind: 'time', text: 'Begins again', attempt: 0 },
    facts: { connected: row.connected, invited: row.invited, replied: false },
  };
  await reopen(tx, row.id);
  await addRestart(tx, row.id, { again: request.event_id, state, run: (row.progress[0] ?? 0) + 1 }, request.at);
  return null;
}

async function refuseRestart(tx: Queryable, row: ControlledRow, plan: Plan): Promise<Refused | null> {
  const refused = (code: string, message: string): Refused => ({ kind: 'refused', code, message, possible: [] });
  if (row.doubt !== null) {
    return refused(
      'in_doubt',
      'Nobody knows yet whether one of its calls went out; decide that first: GET /api/tasks.',
    );
  }
  if (row.lead_id === null) return refused('finished', 'It has ended, and the person was erased.');
  if (row.replied_at !== null) return refused('finished', 'It has ended, and the person has answered.');
  // Only the walk knew how many rounds were done, and it is gone.
  if (Object.values(plan.nodes).some(hasRounds)) {
    return refused(
      'finished',
      'It ended inside a sequence that repeats; enroll the person again: POST /api/enrollments.',
    );
  }
  const { id: enrollment_id, campaign_id, sequence, senders } = row;
  const pause = await readPauses(tx, { enrollment_id, account_ids: Object.values(senders), campaign_id, sequence });
  if (pause?.state === 'stopped') return refused('stopped', `It has since been stopped with the ${pause.scope}.`);
  if (await isElsewhere(tx, row.id, row.lead_id)) {
    return refused('active_elsewhere', 'The person is in another enrollment that has not ended.');
  }
  return null;
}
