import { useEffect, useState } from 'react';
import type { Column } from '../data-table.tsx';
import { isOurKey } from '../is-our-key.ts';
import lists from '../lists.module.css';

const NOBODY: ReadonlySet<string> = new Set();

/** Keeps who is picked of a list; of another list, by its `key`, nobody is picked yet. */
export function usePicks(key: string) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(NOBODY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of other people nobody is picked yet.
  useEffect(() => setPicked(NOBODY), [key]);
  const turn = (id: string) =>
    setPicked((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  return { picked, setPicked, turn };
}

interface Picks<Row> {
  readonly picked: ReadonlySet<string>;
  turn(id: string): void;
  idOf(row: Row): string;
  nameOf(row: Row): string;
}

/** A box before each row, where somebody may do something with many; null: nobody may. */
export function withPicks<Row>(columns: readonly Column<Row>[], picks: Picks<Row> | null): readonly Column<Row>[] {
  if (picks === null) return columns;
  const box: Column<Row> = {
    title: 'Pick',
    width: '28px',
    cell: (row) => {
      const id = picks.idOf(row);
      return (
        <input
          type="checkbox"
          className={lists.pick}
          aria-label={`Pick ${picks.nameOf(row)}`}
          data-pick={id}
          checked={picks.picked.has(id)}
          onChange={() => picks.turn(id)}
        />
      );
    },
  };
  return [box, ...columns];
}

/** `x` picks the row in which the focus is. */
export function usePickKey(turn: ((id: string) => void) | null): void {
  useEffect(() => {
    if (turn === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'x' || !isOurKey(event)) return;
      const row = document.activeElement?.closest('[data-row]');
      const id = row?.querySelector<HTMLElement>('[data-pick]')?.dataset.pick;
      if (id !== undefined) turn(id);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [turn]);
}
