import { useEffect, useRef } from 'react';
import { isOurKey } from '../parts/is-our-key.ts';

interface TaskKeys {
  readonly ids: readonly string[];
  readonly chosen: string | undefined;
  choose(id: string): void;
  pick(id: string): void;
  unpick(): void;
}

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };
/** The keys that buttons and fields of the chosen task name as their `data-key`. */
const ACTS = ['a', 'r', 'y', 'n', 'm', 'u', 'e', 'c', 'w'];

/** `j` and `k` choose a task, `x` picks the chosen one; the other keys do what its buttons do. A key that is held down decides nothing. */
export function useTaskKeys(keys: TaskKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isOurKey(event)) return;
      const { ids, chosen, choose, pick, unpick } = latest.current;
      const step = STEPS[event.key];
      if (step !== undefined) {
        const next = ids[Math.max(0, ids.indexOf(chosen ?? '') + step)];
        if (next !== undefined) choose(next);
        event.preventDefault();
      } else if (event.key === 'Escape') unpick();
      else if (chosen === undefined || event.repeat) return;
      else if (event.key === 'x') pick(chosen);
      else if (ACTS.includes(event.key)) press(event);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function press(event: KeyboardEvent): void {
  const act = document.querySelector<HTMLElement>(`[data-chosen=true] [data-key="${event.key}"]`);
  if (act === null) return;
  event.preventDefault();
  act.focus();
  if (act instanceof HTMLButtonElement) act.click();
  if (act instanceof HTMLSelectElement) act.showPicker();
}
