import type { Plan } from '../../language/plan/plan.ts';
import { fingerprint } from '../../shared/kit/fingerprint.ts';
import { advance } from './advance.ts';
import { standingCommand } from './command.ts';
import type { Settlement, StepAnswer, StepRequest } from './contracts.ts';
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

/** For walks that began before they counted their inputs: by this they know whether a status snapshot is the one written last. */
export const settlementPrint = (settlement: Settlement): string => fingerprint(JSON.stringify(settlement));

/**
 * What a step wrote of a walk that began before walks counted their inputs, in today's words: the fingerprint that came with its answer
 * was made of the words of its time, and a history must take the same way even when words change. Null: it wrote nothing.
 */
export function foreseenBefore(plan: Plan, { request, answer }: Answered): string | null {
  const { settled, clock: _, ...result } = answer;
  if (request.walk === undefined || settled?.print === undefined) return null;
  const { state } = advance(plan, request.walk, { type: 'performed', at: settled.at, result, request });
  const settlement = settlementOf(plan, state);
  return settlement === null ? null : settlementPrint(settlement);
}

interface Answered {
  readonly request: StepRequest;
  readonly answer: StepAnswer;
}

function statusOf(state: EnrollmentState): 'active' | 'paused' | 'needs_person' {
  // A pause does not withdraw the question to a person.
  if (state.phase.is === 'person') return 'needs_person';
  return state.paused ? 'paused' : 'active';
}
