import type { Node } from '../../../language/plan/node.ts';
import { edgesOf, isSend, labelsOf } from '../../../language/plan/node-traits.ts';
import type { Plan } from '../../../language/plan/plan.ts';

/**
 * Says what people do when a step is not possible for them: `take the email instead`. This is the nearest send that its `else`
 * leads to.
 */
export function insteadOf({ nodes }: Plan, from: string): string {
  const node = nodes[from];
  const start = node === undefined ? undefined : 'else' in node && node.else !== undefined ? node.else : onward(node);
  if (start === undefined) return 'fail';
  const seen = new Set([from]);
  // Breadth first, so that a nearer send comes before a farther one.
  let near = [start];
  let end: string | null = null;
  while (near.length > 0) {
    const next: string[] = [];
    for (const id of near) {
      const here = nodes[id];
      if (!here || seen.has(id)) continue;
      seen.add(id);
      if (isSend(here))
        return `take ${here.kind === node?.kind ? 'another' : 'the'} ${labelsOf(here.kind).noun} instead`;
      if (here.kind === 'end') end ??= here.outcome;
      next.push(...edgesOf(here));
    }
    near = next;
  }
  return end === null ? 'go on without it' : `end as ${end}`;
}

const onward = (node: Node): string | undefined =>
  node.kind !== 'end' && node.on_error.do === 'continue' ? (node.past ?? node.next) : undefined;
