import type { Plan } from '../../language/plan/plan.ts';
import type { EnrollmentState } from './state.ts';

export function initialState(plan: Plan, enrollmentId: string): EnrollmentState {
  return {
    enrollment_id: enrollmentId,
    node: plan.start,
    visit: 0,
    tries: 0,
    entered_at: 0,
    phase: { is: 'new' },
    facts: { connected: false, invited: false, replied: false },
    paused: false,
    visits: {},
    seen: [],
    stopping: null,
    nudged: false,
    decided: null,
  };
}
