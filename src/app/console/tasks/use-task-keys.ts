import { type RefObject, useEffect } from 'react';
import { isOurKey } from '../parts/is-our-key.ts';
import { useRowKeys } from '../parts/use-row-keys.ts';
import { DECISION_KEYS } from './decisions.tsx';

/** `j` and `k` go from task to task, and the key of a decision presses its button in the task that has the focus. */
export function useTaskKeys(list: RefObject<HTMLElement | null>): void {
  useRowKeys((step) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const now = rows.findIndex((row) => row.contains(document.activeElement));
    rows[now < 0 ? 0 : Math.min(Math.max(now + step, 0), rows.length - 1)]?.focus();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!DECISION_KEYS.includes(event.key) || !isOurKey(event)) return;
      const row = document.activeElement?.closest('[data-row]');
      if (row === null || row === undefined || !list.current?.contains(row)) return;
      event.preventDefault();
      row.querySelector<HTMLButtonElement>(`[data-key="${event.key}"]`)?.click();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [list]);
}
