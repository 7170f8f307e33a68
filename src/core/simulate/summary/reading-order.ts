import type { Node } from '../../../language/plan/node.ts';
import { edgesOf } from '../../../language/plan/node-traits.ts';
import type { Plan } from '../../../language/plan/plan.ts';

/** The plan's nodes as one reads the sequence: each before what follows it, a branch before what comes after both. */
export function readingOrder(plan: Plan): Node[] {
  const seen = new Set<string>();
  const backwards: Node[] = [];
  const open: { readonly node: Node; readonly edges: string[] }[] = [];
  const enter = (id: string): void => {
    const node = plan.nodes[id];
    if (!node || seen.has(id)) return;
    seen.add(id);
    // Taken from the end: what follows last is walked first, and the whole list is turned around.
    open.push({ node, edges: edgesOf(node) });
  };
  enter(plan.start);
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const edge = last.edges.pop();
    if (edge !== undefined) {
      enter(edge);
      continue;
    }
    backwards.push(last.node);
    open.pop();
  }
  return backwards.reverse();
}
