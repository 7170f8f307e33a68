import { wilsonInterval } from '../../../core/experiments/wilson-interval.ts';
import { readingOrder } from '../../../core/simulate/summary/reading-order.ts';
import { titleOfStep } from '../../../language/graph/title-of-step.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { stepName } from '../../../runtime/store/enrollments/step-name.ts';
import type { CountedResults, ResultCounts, StepCounts } from '../../../runtime/store/results/counted-results.ts';
import { compareTexts } from '../../../shared/kit/compare-texts.ts';

/** Views the figures of whoever is counted: with the reply rate and what a reply has cost. */
export function viewFigures(counts: ResultCounts) {
  const { enrolled, contacted, accepted, replied, positive, finished, judged, judged_replied, credits, inmails } =
    counts;
  const per = (amount: number) => (replied === 0 ? null : rounded(amount / replied));
  const rate = judged === 0 ? null : judged_replied / judged;
  return {
    ...{ enrolled, contacted, accepted, replied, positive, finished },
    reply_rate: { judged, replied: judged_replied, rate, ...wilsonInterval(judged_replied, judged) },
    cost: { credits, inmails, credits_per_reply: per(credits), inmails_per_reply: per(inmails) },
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Every step that calls somebody, or where somebody stands, as one reads the sequences: the campaign's own first. */
export function viewFunnel(sequence: string, plans: ReadonlyMap<string, Plan>, counted: readonly StepCounts[]) {
  const orderOf = (name: string) => new Map([...(planned.get(name) ?? [])].map(({ id }, index) => [id, index]));
  const planned = new Map([...plans].map(([name, plan]) => [name, readingOrder(plan)]));
  const orders = new Map([...planned.keys()].map((name) => [name, orderOf(name)]));
  const placeOf = ({ sequence: name, node }: StepCounts) => orders.get(name)?.get(node) ?? Number.MAX_SAFE_INTEGER;
  return counted
    .toSorted(
      (one, other) =>
        Number(one.sequence !== sequence) - Number(other.sequence !== sequence) ||
        compareTexts(one.sequence, other.sequence) ||
        placeOf(one) - placeOf(other) ||
        compareTexts(one.node, other.node),
    )
    .map(({ sequence: name, node, ...counts }) => {
      const kind = plans.get(name)?.nodes[node]?.kind ?? null;
      return { step: stepName(sequence, name, node), kind, title: titleIn(plans, sequence, name, node), ...counts };
    });
}

/** With the sequence that people went on in, where it is another one than the campaign's own. */
function titleIn(plans: ReadonlyMap<string, Plan>, own: string, name: string, node: string): string {
  const plan = plans.get(name);
  const title = plan === undefined ? node : titleOfStep(plan, node);
  return name === own ? title : `${title} of ${name}`;
}

const isMoment = (what: string): boolean => what === 'accepted' || what === 'replied';

export function viewTimes(sequence: string, plans: ReadonlyMap<string, Plan>, times: CountedResults['times']) {
  const named = (name: string, what: string) => (isMoment(what) ? what : stepName(sequence, name, what));
  const titled = (name: string, what: string) => (isMoment(what) ? what : titleIn(plans, sequence, name, what));
  return times.map(({ sequence: name, from, to, people, hours: [low, median, high] }) => ({
    ...{ from: named(name, from), to: named(name, to), people },
    ...{ from_title: titled(name, from), to_title: titled(name, to) },
    hours: { low: rounded(low), median: rounded(median), high: rounded(high) },
  }));
}
