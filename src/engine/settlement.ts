import { fingerprint } from '../kit/fingerprint.ts';
import type { Plan } from '../plan/plan.ts';
import { standingCommand } from './command.ts';
import type { Settlement } from './contracts.ts';
import type { EnrollmentState } from './state.ts';

/** Where the walk stands, for the API; null while a step is being performed. */
export function settlementOf(plan: Plan, state: EnrollmentState): Settlement | null {
  const command = standingCommand(plan, state);
  const { enrollment_id, node, visit } = state;
  switch (command.do) {
    case 'perform':
      return null;
    case 'finish':
      return { enrollment_id, node, visit, standing: { status: 'finished', outcome: command.outcome } };
    case 'wait': {
      const { kind, text, until, binding } = command;
      const detail = binding === undefined ? {} : { binding };
      return { enrollment_id, node, visit, standing: { status: statusOf(state), kind, text, until, ...detail } };
    }
  }
}

/** Whether a settlement is the one that was written last. */
export const settlementPrint = (settlement: Settlement): string => fingerprint(JSON.stringify(settlement));

function statusOf(state: EnrollmentState): 'active' | 'paused' | 'needs_person' {
  // Who must decide something does not stop being asked because of a pause.
  if (state.phase.is === 'person') return 'needs_person';
  return state.paused ? 'paused' : 'active';
}
