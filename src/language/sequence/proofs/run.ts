import { sentence } from '../check/check-context.ts';
import { didYouMean } from '../check/near-miss.ts';
import type { Proof } from './proof.ts';

/** A `run` leads to a sequence that is there, and never back to where it began. */
export const proveRun: Proof = ({ node, syntax, options: { sequences }, report }) => {
  if (node.kind !== 'run' || !sequences) return;
  const { sequence: target } = node;
  if (!sequences.has(target)) {
    const near = didYouMean(target, sequences.keys());
    const fix = near ? sentence(near) : 'Apply that sequence before people come here, or they fail at this step.';
    report('SEQ039', `there is no sequence "${target}" yet`, fix);
    return;
  }
  const round = wayBack(sequences, target, syntax.sequence);
  if (!round) return;
  const way = [syntax.sequence, ...round].join(' → ');
  report(
    'SEQ038',
    `this comes back to where it began: ${way}`,
    'End one of these sequences instead of running another.',
  );
};

/** The names from `from` to `to`, both included; null when none leads there. */
function wayBack(sequences: ReadonlyMap<string, readonly string[]>, from: string, to: string): string[] | null {
  const cameFrom = new Map<string, string | null>([[from, null]]);
  for (const name of cameFrom.keys()) {
    if (name === to) {
      const way: string[] = [];
      for (let at: string | null = name; at !== null; at = cameFrom.get(at) ?? null) way.unshift(at);
      return way;
    }
    for (const next of sequences.get(name) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, name);
  }
  return null;
}
