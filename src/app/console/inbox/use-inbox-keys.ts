import { useEffect, useRef } from 'react';
import { isOurKey } from '../parts/is-our-key.ts';
import { DECISION_KEYS } from '../tasks/decisions.tsx';

interface InboxKeys {
  readonly items: readonly { readonly id: string }[];
  readonly open: string | undefined;
  choose(id: string): void;
  /** Absent: none can be picked. */
  pick?(id: string, withAllBetween: boolean): void;
  unpick?(): void;
}

/** `data-key` of what a key does: a button is pressed, a field is entered. */
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };
const ACTS = ['e', 'l', 's', 'r', 'a', 'n', 't', 'f', ...DECISION_KEYS];

/**
 * `j` and `k` go from conversation to conversation, `x` picks the open one, and with shift `j` and `k` pick on the way; the other keys do what
 * the buttons of those picked do, or else those of the open one.
 */
export function useInboxKeys(keys: InboxKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isOurKey(event)) return;
      const { items, open, choose, pick, unpick } = latest.current;
      const step = STEPS[event.key.toLowerCase()];
      if (step !== undefined) {
        const next = items[Math.max(0, items.findIndex(({ id }) => id === open) + step)];
        if (next !== undefined) choose(next.id);
        if (next !== undefined && event.shiftKey) pick?.(next.id, true);
        event.preventDefault();
      } else if (event.key === 'x' && open !== undefined) {
        pick?.(open, false);
      } else if (event.key === 'Escape') {
        unpick?.();
      } else if (ACTS.includes(event.key)) {
        const act = document.querySelector<HTMLElement>(`[data-key="${event.key}"]`);
        if (act === null) return;
        event.preventDefault();
        act.focus();
        if (act instanceof HTMLButtonElement) act.click();
        if (act instanceof HTMLSelectElement) act.showPicker();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
