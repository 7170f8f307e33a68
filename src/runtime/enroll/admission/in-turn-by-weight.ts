export interface WeightedGroup<Item> {
  readonly weight: number;
  readonly ids: readonly Item[];
}

/** All of them, each group in its order, and of each group as many in a row of turns as its weight says against the others. */
export function inTurnByWeight<Item>(groups: readonly WeightedGroup<Item>[]): Item[] {
  // The n-th of a group has its turn at n/weight: the higher the weight, the closer together.
  return groups
    .flatMap(({ ids, weight }, group) =>
      ids.map((id, index) => ({ id, group, turn: (index + 1) / Math.max(1, weight) })),
    )
    .sort((a, b) => a.turn - b.turn || a.group - b.group)
    .map(({ id }) => id);
}
