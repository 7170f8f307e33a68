import { channelOf, limitClassOf } from '../../plan/node-traits.ts';
import type { Queryable } from '../../postgres/database.ts';
import { type BookedDay, countBookings } from '../../store/slots/list-bookings.ts';
import type { Told } from './show-people.ts';

/** What a change does to the booked places of one account and class. */
export interface ShownCalendar {
  readonly account_id: string;
  readonly class: string;
  /** Booked now, by everybody. */
  readonly booked: number;
  /** Given up by those who move. */
  readonly freed: number;
  /** Looked for anew by those who move to a step that takes one. */
  readonly added: number;
  /** When the last place that stays booked falls; null: none stays. */
  readonly last: string | null;
  readonly days: readonly { readonly date: string; readonly booked: number; readonly freed: number }[];
}

/** By account and class; those that nothing changes for are left out. */
export async function showCalendar(db: Queryable, told: readonly Told[]): Promise<ShownCalendar[]> {
  const movers = told.flatMap(({ person, fate }) => (fate.is === 'moves' ? [{ person, fate }] : []));
  const added = new Map<string, number>();
  for (const { fate } of movers) {
    const node = fate.map.after.nodes[fate.to];
    const channel = node ? channelOf(node) : null;
    const limitClass = node ? limitClassOf(node) : null;
    const account = channel === null ? undefined : fate.senders[channel];
    if (limitClass === null || account === undefined) continue;
    const key = JSON.stringify([account, limitClass]);
    added.set(key, (added.get(key) ?? 0) + 1);
  }
  const accounts = new Set(movers.flatMap(({ fate }) => Object.values(fate.senders)));
  const ids = movers.map(({ person }) => person.id);
  const booked = new Map<string, BookedDay[]>();
  for (const day of await countBookings(db, [...accounts], ids)) {
    const key = JSON.stringify([day.account_id, day.limit_class]);
    booked.set(key, [...(booked.get(key) ?? []), day]);
  }
  return [...new Set([...added.keys(), ...booked.keys()])].sort().flatMap((key) => {
    const [account_id = '', limitClass = '']: string[] = JSON.parse(key);
    const days = booked.get(key) ?? [];
    const freed = sum(days, ({ theirs }) => theirs);
    const more = added.get(key) ?? 0;
    if (freed + more === 0) return [];
    const staying = days.filter((day) => day.booked > day.theirs);
    return [
      {
        account_id,
        class: limitClass,
        booked: sum(days, (day) => day.booked),
        freed,
        added: more,
        last: staying.at(-1)?.last.toISOString() ?? null,
        days: days
          .filter(({ theirs }) => theirs > 0)
          .map(({ day, booked: count, theirs }) => ({ date: day, booked: count, freed: theirs })),
      },
    ];
  });
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
