import type { Graph } from '../compile/compile.ts';
import { descriptorOf } from '../steps/kinds.ts';
import type { MadeSet } from './certain.ts';

const ALL = -1n;

/**
 * The empty set, for the names that a graph makes. Kept as bits: the proof has one set for each node, and with sets of texts a
 * document of thousands of `set` steps would take minutes.
 */
export function noneMade(graph: Graph): MadeSet {
  const bitOf = new Map<string, bigint>();
  for (const { node } of graph.nodes.values()) {
    const made = descriptorOf(node.kind).makes?.(node) ?? [];
    for (const name of made) if (!bitOf.has(name)) bitOf.set(name, 1n << BigInt(bitOf.size));
  }
  const setOf = (bits: bigint): MadeSet => ({
    bits,
    has: (name) => bits === ALL || (bits & (bitOf.get(name) ?? 0n)) !== 0n,
    and: (names) => setOf(names.reduce((all, name) => all | (bitOf.get(name) ?? 0n), bits)),
    shared: (other) => setOf(bits & other.bits),
    all: () => setOf(ALL),
  });
  return setOf(0n);
}
