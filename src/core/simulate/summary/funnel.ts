import { titleOfStep } from '../../../language/graph/title-of-step.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { FunnelStep } from '../simulation.ts';
import type { Run } from '../walk/walk-input.ts';
import { mostFrequentFirst } from './most-frequent-first.ts';
import { readingOrder } from './reading-order.ts';

interface Tally {
  in: number;
  standing: number;
  readonly out: Map<string, number>;
}

/** How many came to each step, how it ended for them, and who still stands there. As one reads the sequence. */
export function funnelOf(plan: Plan, run: Run): FunnelStep[] {
  const tallies = new Map<string, Tally>();
  const tallyOf = (node: string): Tally => {
    const known = tallies.get(node) ?? { in: 0, standing: 0, out: new Map<string, number>() };
    tallies.set(node, known);
    return known;
  };
  for (const { sequence, visits, timeline, waiting, outcome } of run.enrollments) {
    if (sequence !== plan.sequence) continue;
    for (const node of Object.keys(visits)) tallyOf(node).in += 1;
    if (outcome === null && waiting) tallyOf(waiting.node).standing += 1;
    for (const { node, result } of timeline) {
      // What a person asked to decide says is its own line.
      if (result === 'asked' || result === 'event') continue;
      const { out } = tallyOf(node);
      out.set(result, (out.get(result) ?? 0) + 1);
    }
  }
  return readingOrder(plan).map((node) => {
    const { in: came, standing, out } = tallyOf(node.id);
    return {
      ...{ sequence: plan.sequence, node: node.id, kind: node.kind, title: titleOfStep(plan, node.id), in: came },
      ...{ out: mostFrequentFirst(out), standing },
    };
  });
}
