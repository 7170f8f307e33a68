import type { Binding } from '../../language/plan/binding.ts';
import type { AwaitedEvent } from '../../language/plan/nodes/wait-for.ts';
import type { Plan } from '../../language/plan/plan.ts';
import { NEVER } from '../../shared/kit/never.ts';
import { unreachable } from '../../shared/kit/result.ts';
import { describeNode, describeTime } from './describe.ts';
import { awaitedBy } from './nodes/own-steps.ts';
import type { WaitKind } from './perform.ts';
import type { EngineCommand, EnrollmentState, Phase } from './state.ts';
import { nodeOf } from './walk.ts';

/** Says what the adapter of a walk that stands here does next. */
export function commandInForce(plan: Plan, state: EnrollmentState): EngineCommand {
  const { phase, node, visit, enrollment_id } = state;
  const what = describeNode(nodeOf(plan, node), node);
  switch (phase.is) {
    case 'finished':
      return { do: 'finish', outcome: phase.outcome };
    case 'performing': {
      const { attempt, deadline } = phase;
      const awaited = state.awaited_replies ? { awaited_replies: state.awaited_replies } : {};
      const again = visit > 1 ? `, visit ${visit}` : '';
      return {
        do: 'perform',
        request: { enrollment_id, node, visit, attempt, ...awaited, ...(deadline === undefined ? {} : { deadline }) },
        summary: `${what}${again}`,
      };
    }
    case 'new':
      return wait(null, 'time', 'Not started', what);
    case 'person':
      return wait(state.paused ? null : (phase.until ?? null), 'person', phase.text, what);
    case 'deferred':
      return { ...held(state, phase.until, phase.kind, phase.text, what), ...bindingOf(state, phase) };
    case 'timer':
      return held(state, phase.until, 'time', phase.text, what);
    case 'awaiting':
      return held(state, phase.until, 'event', `Waits for ${awaited(plan, node)}`, what);
    default:
      return unreachable(phase);
  }
}

function held(state: EnrollmentState, until: number, kind: WaitKind, text: string, what: string): EngineCommand {
  return state.paused ? wait(null, 'person', 'Paused', what) : wait(until < NEVER ? until : null, kind, text, what);
}

function bindingOf(state: EnrollmentState, { binding }: Extract<Phase, { is: 'deferred' }>): { binding?: Binding } {
  return binding === undefined || state.paused ? {} : { binding };
}

/**
 * Summaries are read in Temporal's interface and are not encrypted, so they hold the step's name and the time only; `text` may
 * name a person.
 */
function wait(until: number | null, kind: WaitKind, text: string, what: string): EngineCommand {
  const summary = `${what}: waits for ${kind}${until === null ? '' : ` until ${describeTime(until)}`}`;
  return { do: 'wait', until, kind, text, summary };
}

const WORDS: Readonly<Record<AwaitedEvent, string>> = {
  accepted_invitation: 'the invitation to be accepted',
  reply: 'a reply',
  label: 'a label',
};

function awaited(plan: Plan, id: string): string {
  const node = nodeOf(plan, id);
  const event = node ? awaitedBy(node) : null;
  if (event === null) return 'an event';
  return WORDS[event];
}
