/** A list that stays sorted by time, then by order of arrival. */
export interface Queue<Item extends Rank> {
  add(item: Item): void;
  remove(item: Item): void;
  /** The first items later than `at`, at most `count`. */
  after(at: number, count: number): Item[];
}

export interface Rank {
  readonly at: number;
  readonly order: number;
}

export function createQueue<Item extends Rank>(): Queue<Item> {
  const items: Item[] = [];

  /** Index of the first item that does not come before `rank`. */
  const firstFrom = (rank: Rank): number => {
    let low = 0;
    let high = items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const item = items[middle];
      if (item !== undefined && isBefore(item, rank)) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    add(item) {
      items.splice(firstFrom(item), 0, item);
    },
    remove(item) {
      const index = firstFrom(item);
      if (items[index] === item) items.splice(index, 1);
    },
    after(at, count) {
      const from = firstFrom({ at, order: Number.POSITIVE_INFINITY });
      return items.slice(from, from + count);
    },
  };
}

const isBefore = (a: Rank, b: Rank): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);
