import type { Plan } from '../../language/plan/plan.ts';
import { fingerprint } from '../../shared/kit/fingerprint.ts';
import { advance } from './advance.ts';
import { commandInForce } from './command.ts';
import type { StatusSnapshot, StepAnswer, StepRequest } from './contracts.ts';
import type { EnrollmentState } from './state.ts';

/** Says where the walk stands, for the API; null while a step is being performed. */
export function snapshotOf(plan: Plan, state: EnrollmentState): StatusSnapshot | null {
  const command = commandInForce(plan, state);
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
export const snapshotFingerprint = (snapshot: StatusSnapshot): string => fingerprint(JSON.stringify(snapshot));

/**
 * Rewrites in today's words what a step wrote of a walk that began before walks counted their inputs: the fingerprint
 * that came with its answer was made of the words of its time, and a history must take the same way even when words
 * change. Null: the step wrote nothing.
 */
export function foreseenBefore(plan: Plan, { request, answer }: Answered): string | null {
  const { settled, clock: _, ...result } = answer;
  if (request.walk === undefined || settled?.print === undefined) return null;
  const { state } = advance(plan, request.walk, { type: 'performed', at: settled.at, result, request });
  const snapshot = snapshotOf(plan, state);
  return snapshot === null ? null : snapshotFingerprint(snapshot);
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
