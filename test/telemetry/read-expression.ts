import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

export interface UsedMetric {
  readonly name: string;
  /** That it is selected by. */
  readonly labels: readonly string[];
}

export interface ReadExpression {
  readonly metrics: readonly UsedMetric[];
  /** That something is grouped by. */
  readonly groups: readonly string[];
  /** The places where the text is no PromQL. */
  readonly errors: readonly string[];
}

/** Reads what an expression asks of Prometheus, by its own grammar. */
export function readExpression(text: string): ReadExpression {
  const metrics: { name: string; labels: string[] }[] = [];
  const groups: string[] = [];
  const errors: string[] = [];
  const of = ({ from, to }: Pick<SyntaxNode, 'from' | 'to'>) => text.slice(from, to);
  parser.parse(text).iterate({
    enter({ name, node, type }) {
      if (type.isError) errors.push(`${text.slice(0, node.from)}⟨here⟩${text.slice(node.from)}`);
      if (name === 'VectorSelector') metrics.push({ name: of(node).replace(/[{\s].*$/s, ''), labels: [] });
      if (name === 'LabelName') {
        if (node.matchContext(['GroupingLabels'])) groups.push(of(node));
        else metrics.at(-1)?.labels.push(of(node));
      }
    },
  });
  return { metrics, groups, errors };
}
