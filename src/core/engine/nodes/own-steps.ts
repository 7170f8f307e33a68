import type { Nodes, OwnKind } from '../../../language/plan/node.ts';
import type { EnrollmentState } from '../state.ts';
import { enter, finish, type Move, perform } from './move.ts';
import { arriveAtRepeat } from './repeat.ts';
import { arriveAtWait, performedWait } from './wait.ts';
import { arriveAtWaitFor, awaitEvent } from './wait-for.ts';

/** How the walk passes a kind of step that calls nobody. One that calls is performed, and then the next. */
interface Walk<N> {
  /** What entering the node does. */
  readonly arrive: (node: N, state: EnrollmentState) => Move;
  /** Where it goes once the step is done; absent: to the next. */
  readonly done?: (node: N, state: EnrollmentState) => Move;
  /** Where it goes by the name of the way that was chosen; absent: to the next. */
  readonly branch?: (node: N, to: string) => Move;
}

const performed: Walk<unknown> = { arrive: () => perform };

const OWN: { readonly [K in OwnKind]: Walk<Nodes[K]> } = {
  if: { ...performed, branch: (node, to) => enter(to === 'then' ? node.then : node.else) },
  split: { ...performed, branch: (node, to) => enter(node.arms.find(({ name }) => name === to)?.to ?? node.next) },
  task: performed,
  set: performed,
  run: performed,
  end: { arrive: ({ outcome }) => finish(outcome) },
  wait: {
    arrive: (node, { entered_at }) => arriveAtWait(node, entered_at),
    done: (node, { entered_at }) => performedWait(node, entered_at),
  },
  wait_for: { arrive: arriveAtWaitFor, done: awaitEvent },
  repeat: { arrive: (node, { rounds }) => arriveAtRepeat(node, rounds) },
};

export const walkOf = <K extends OwnKind>(kind: K): Walk<Nodes[K]> => OWN[kind];
