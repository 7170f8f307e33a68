import type { Node, Nodes, OwnKind } from '../../../language/plan/node.ts';
import { isCall } from '../../../language/plan/node-traits.ts';
import type { AwaitedEvent } from '../../../language/plan/nodes/wait-for.ts';
import type { Decision, EnrollmentState, Phase } from '../state.ts';
import { enter, finish, type Move, perform } from './move.ts';
import { arriveAtRepeat } from './repeat.ts';
import { decidedTask, taskGoesOn } from './task.ts';
import { arriveAtWait, performedWait, waitGoesOn } from './wait.ts';
import { arriveAtWaitFor, awaitEvent, hasHappened, pass, waitForGoesOn } from './wait-for.ts';

/** How the walk passes a kind of step that calls nobody. One that calls is performed, and then the next. */
interface Walk<N> {
  /** Says what entering the node does. */
  readonly arrive: (node: N, state: EnrollmentState) => Move;
  /** Says where the walk goes once the step is done; absent: to the next. */
  readonly done?: (node: N, state: EnrollmentState) => Move;
  /** Says where the walk goes by the name of the way that was chosen; absent: to the next. */
  readonly branch?: (node: N, to: string) => Move;
  /** The event for which it rests; absent: none. */
  readonly awaits?: (node: N) => AwaitedEvent;
  /** Says where the walk goes at once by what is known; absent or null: the walk rests on. */
  readonly happened?: (node: N, state: EnrollmentState) => Move | null;
  /** Says where the walk goes once the step's time is over; absent: the step has none. */
  readonly late?: (node: N) => Move;
  /** How it rests until a moment that an activity computed; absent: as a timer. */
  readonly resting?: (until: number) => Phase;
  /** Says where the walk goes by what a person decided; absent or null: nowhere. */
  readonly decided?: (node: N, decision: Decision['decision'], tries: number) => Move | null;
  /** How a walk that rests in it rests on in its new self, in another version; absent or null: that is entered afresh. */
  readonly goes_on?: (from: N, to: N, state: Pick<EnrollmentState, 'phase' | 'entered_at'>) => Phase | null;
}

const performed: Walk<unknown> = { arrive: () => perform };

const OWN: { readonly [K in OwnKind]: Walk<Nodes[K]> } = {
  if: { ...performed, branch: (node, to) => enter(to === 'then' ? node.then : node.else) },
  split: { ...performed, branch: (node, to) => enter(node.arms.find(({ name }) => name === to)?.to ?? node.next) },
  task: { ...performed, late: (node) => enter(node.else), decided: decidedTask, goes_on: taskGoesOn },
  set: performed,
  run: performed,
  end: { arrive: ({ outcome }) => finish(outcome) },
  wait: {
    arrive: (node, { entered_at }) => arriveAtWait(node, entered_at),
    done: (node, { entered_at }) => performedWait(node, entered_at),
    goes_on: waitGoesOn,
  },
  wait_for: {
    arrive: arriveAtWaitFor,
    done: awaitEvent,
    awaits: ({ event }) => event,
    happened: (node, state) => (hasHappened(node, state) ? pass(node) : null),
    late: (node) => enter(node.else),
    resting: (until) => ({ is: 'awaiting', until }),
    goes_on: waitForGoesOn,
  },
  repeat: { arrive: (node, { rounds }) => arriveAtRepeat(node, rounds) },
};

export const walkOf = <K extends OwnKind>(kind: K): Walk<Nodes[K]> => OWN[kind];

/** The event for which the walk rests in a step; null: it rests for none. */
export const awaitedBy = (node: Node): AwaitedEvent | null =>
  isCall(node) ? null : (walkOf(node.kind).awaits?.(node) ?? null);
