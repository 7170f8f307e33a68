import type { Graph } from './compile.ts';

/**
 * Names that are certainly made. Kept as bits: the proof has one set for each node, and with sets of texts a document of
 * thousands of `set` steps would take minutes.
 */
export interface MadeSet {
  readonly bits: bigint;
  has(name: string): boolean;
  and(names: readonly string[]): MadeSet;
  shared(other: MadeSet): MadeSet;
}

/** The empty set, for the names that a graph makes. */
export function noneMade(graph: Graph): MadeSet {
  const bitOf = new Map<string, bigint>();
  for (const { node } of graph.nodes.values()) {
    const made = node.kind === 'set' ? Object.keys(node.vars) : node.kind === 'action' ? [node.save_as] : [];
    for (const name of made) if (name !== undefined && !bitOf.has(name)) bitOf.set(name, 1n << BigInt(bitOf.size));
  }
  const setOf = (bits: bigint): MadeSet => ({
    bits,
    has: (name) => (bits & (bitOf.get(name) ?? 0n)) !== 0n,
    and: (names) => setOf(names.reduce((all, name) => all | (bitOf.get(name) ?? 0n), bits)),
    shared: (other) => setOf(bits & other.bits),
  });
  return setOf(0n);
}
