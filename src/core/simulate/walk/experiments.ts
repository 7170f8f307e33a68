import { isSend } from '../../../language/plan/node-traits.ts';
import { leastShare, type OptimizedFor, type SplitNode } from '../../../language/plan/nodes/split.ts';
import { splitDraw } from '../../../language/plan/split-arm.ts';
import {
  type ArmChoice,
  chooseArm,
  count,
  type ExperimentState,
  isDue,
  JUDGED_AFTER,
  type Judged,
  judge,
  look,
  NEW_EXPERIMENT,
  sharesNow,
} from '../../experiments/optimized-split.ts';
import { type Agenda, createAgenda } from './agenda.ts';
import type { SimulatedExperiment, TimelineLine } from './walk-input.ts';
import type { Walker } from './walker.ts';

export interface OptimizedSplit extends SplitNode {
  readonly optimize: OptimizedFor;
}

export const isOptimized = (node: SplitNode): node is OptimizedSplit => node.optimize !== undefined;

/** The results of the splits with `optimize` so far, and the arms that people take of them. */
export interface Experiments {
  /** The arm that somebody takes now; the same at every ask. */
  give(walker: Walker, node: OptimizedSplit, now: number): string;
  all(): readonly SimulatedExperiment[];
}

interface Watched {
  readonly walker: Walker;
  readonly arm: string;
  /** When the arm was taken, and how many lines the timeline had then. */
  readonly at: number;
  readonly from: number;
}

interface Experiment {
  readonly sequence: string;
  readonly node: OptimizedSplit;
  readonly arms: readonly string[];
  state: ExperimentState;
  shares: Readonly<Record<string, number>>;
  decided_at: number | null;
  readonly watched: Agenda<Watched>;
  readonly given: Map<string, string>;
  readonly outcomes: Map<string, boolean[]>;
  readonly choices: (ArmChoice & { readonly at: number })[];
}

/** The same experiments as the engine's, of people who live in virtual time. */
export function createExperiments(): Experiments {
  const all = new Map<string, Experiment>();
  return {
    give(walker, node, now) {
      const { sequence } = walker.plan;
      const arms = node.arms.map(({ name }) => name);
      const key = [sequence, node.id, node.optimize, ...arms].join(' ');
      const experiment = all.get(key) ?? begin(sequence, node, arms);
      all.set(key, experiment);
      const had = experiment.given.get(walker.id);
      if (had !== undefined) return had;
      bringUpToDate(experiment, now);
      const { state, shares } = experiment;
      const draw = (seed: string) => splitDraw({ sequence, node: node.id, seed }, walker.person.id);
      const choice = chooseArm(state, { arms, shares, draw });
      experiment.given.set(walker.id, choice.arm);
      experiment.choices.push({ ...choice, at: now });
      if (state.winner === null) {
        const from = walker.timeline.length;
        experiment.watched.add(now + JUDGED_AFTER, { walker, arm: choice.arm, at: now, from });
      }
      return choice.arm;
    },
    all: () => [...all.values()].map(({ node, ...rest }) => ({ ...rest, node: node.id, metric: node.optimize })),
  };
}

function begin(sequence: string, node: OptimizedSplit, arms: readonly string[]): Experiment {
  return {
    ...{ sequence, node, arms, state: NEW_EXPERIMENT, decided_at: null, watched: createAgenda<Watched>() },
    shares: sharesNow(NEW_EXPERIMENT, arms, leastShare(arms.length)),
    ...{ given: new Map(), outcomes: new Map(), choices: [] },
  };
}

function bringUpToDate(experiment: Experiment, now: number): void {
  if (experiment.state.winner !== null) return;
  const judged = judgedBy(experiment, now);
  if (judged.length === 0) return;
  for (const { arm, success } of judged) {
    const outcomes = experiment.outcomes.get(arm) ?? [];
    outcomes.push(success);
    experiment.outcomes.set(arm, outcomes);
  }
  const { arms, outcomes } = experiment;
  const counted = count(experiment.state, judged);
  experiment.state = isDue(counted)
    ? look(
        counted,
        arms.map((name) => ({ name, outcomes: outcomes.get(name) ?? [] })),
      )
    : counted;
  if (experiment.state.winner !== null) experiment.decided_at = now;
  experiment.shares = sharesNow(experiment.state, arms, leastShare(arms.length));
}

/** Takes the people whose days are over by now, in the order of their first contact. */
function judgedBy({ watched, node }: Experiment, now: number): Judged[] {
  const judged: (Judged & { readonly at: number })[] = [];
  for (let next = watched.next(now); next; next = watched.next(now)) {
    const { arm } = next.item;
    const found = judge(whatCame(next.item, node.optimize), now);
    if (found.is === 'judged') judged.push({ arm, success: found.success, at: found.at });
    else if (found.is === 'open') watched.add(found.look_at, next.item);
  }
  return judged.sort((a, b) => a.at - b.at);
}

/** The labels of answers that say no. */
const NEGATIVE: readonly string[] = ['not_interested', 'not_now', 'wrong_person'];

function whatCame({ walker, at, from }: Watched, metric: OptimizedFor) {
  const lines = walker.timeline.slice(from);
  const first = (is: (line: TimelineLine) => boolean) => lines.find(is)?.at ?? null;
  // Most simulated people end with their reply, before somebody labels it: it counts as a positive one, unless they are labeled otherwise.
  const isNegative = metric === 'positive' && NEGATIVE.includes(walker.label);
  const came = metric === 'accepted' ? walker.accepted_at : walker.replied_at;
  return {
    contacted_at: first(({ node, result }) => {
      const step = walker.plan.nodes[node];
      return result === 'done' && step !== undefined && isSend(step);
    }),
    happened_at: isNegative || came === null || came < at ? null : came,
    is_over: walker.finished_at !== null,
  };
}
