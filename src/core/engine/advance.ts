import type { Plan } from '../../language/plan/plan.ts';
import { unreachable } from '../../shared/kit/result.ts';
import { commandInForce } from './command.ts';
import { enter } from './nodes/move.ts';
import type { Advance, EngineInput, EnrollmentState } from './state.ts';
import { takeEvent } from './take-event.ts';
import { takeResult } from './take-result.ts';
import { takeTime } from './take-time.ts';
import { walk } from './walk.ts';

/**
 * One step of the walk: what is known now, and what to do next. Pure and total: an input that does not fit the phase changes
 * nothing and gets the command in force again.
 */
export function advance(plan: Plan, state: EnrollmentState, input: EngineInput): Advance {
  const next = state.phase.is === 'finished' ? state : take(plan, state, input);
  return { state: next, command: commandInForce(plan, next) };
}

function take(plan: Plan, state: EnrollmentState, input: EngineInput): EnrollmentState {
  switch (input.type) {
    case 'start':
      return state.phase.is === 'new' ? walk(plan, state, enter(plan.start), input.at) : state;
    case 'event':
      return takeEvent(plan, state, input.event, input.at);
    case 'performed':
      return takeResult(plan, state, input);
    case 'time':
      return takeTime(plan, state, input.at);
    default:
      return unreachable(input);
  }
}
