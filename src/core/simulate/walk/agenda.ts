interface Entry<Item> {
  readonly at: number;
  readonly order: number;
  readonly item: Item;
}

/** The agenda of virtual time: the soonest item comes first, at one time in the order in which they were put in. */
export interface Agenda<Item> {
  add(at: number, item: Item): void;
  /** Takes the next item out, unless it comes after `until`. */
  next(until: number): { readonly at: number; readonly item: Item } | null;
}

/** A binary heap. */
export function createAgenda<Item>(): Agenda<Item> {
  const heap: Entry<Item>[] = [];
  let added = 0;

  const place = (entry: Entry<Item>): void => {
    let index = heap.length;
    heap.push(entry);
    while (index > 0) {
      const above = (index - 1) >> 1;
      const other = heap[above];
      if (other === undefined || !isBefore(entry, other)) break;
      heap[index] = other;
      index = above;
    }
    heap[index] = entry;
  };

  const sink = (entry: Entry<Item>): void => {
    let index = 0;
    for (;;) {
      let below = 2 * index + 1;
      let child = heap[below];
      if (child === undefined) break;
      const right = heap[below + 1];
      if (right !== undefined && isBefore(right, child)) {
        below += 1;
        child = right;
      }
      if (!isBefore(child, entry)) break;
      heap[index] = child;
      index = below;
    }
    heap[index] = entry;
  };

  return {
    add: (at, item) => place({ at, order: added++, item }),
    next(until) {
      const first = heap[0];
      if (first === undefined || first.at > until) return null;
      const last = heap.pop();
      if (last !== undefined && last !== first) sink(last);
      return first;
    },
  };
}

function isBefore(a: Entry<unknown>, b: Entry<unknown>): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
